// For a script that is no module any more: where it came from, which a module asks `import.meta` for.
const address = document.currentScript.src;
export { address as "import.meta.url" };
