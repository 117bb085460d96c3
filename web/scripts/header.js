// Below the header stands a line once the page has moved under it.
{
  const top = document.querySelector(".sbt-scroll-pixel-helper");
  const watch = new IntersectionObserver(([{ boundingClientRect }]) => document.body.classList.toggle("scrolled", boundingClientRect.y < 0));
  if (top) watch.observe(top);
}
