// A link on the concept map opens the card of another notion: not every browser does so by itself.
const openCard = () => {
  const card = document.querySelector(".concept-picture .about:target")?.parentElement;
  if (!card || card.open) return;
  card.open = true;
  card.scrollIntoView({ block: "center" });
};
addEventListener("hashchange", openCard);
openCard();
