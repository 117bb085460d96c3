// A script that one page in ten needs comes when it is needed. A constant in it may be declared once only.
const loading = new Map();

/** Load a script of the built book, once. */
const load = (name) => {
  if (!loading.has(name)) {
    const src = `${document.documentElement.dataset.content_root}_static/${name}.js`;
    const script = Object.assign(document.createElement("script"), { src, async: false });
    loading.set(name, new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject })));
    document.head.append(script);
  }
  return loading.get(name);
};
