// Points and comments are saved when their field is left, and with Enter.
const cards = [...document.querySelectorAll("article")];
const field = (card, name) => card.querySelector(`[name=${name}]`);

function count() {
  const waiting = cards.filter((card) => card.classList.contains("waits")).length;
  document.getElementById("left").textContent =
    waiting ? `${waiting} of ${cards.length} answers wait.` : "All answers have points.";
}

function go(card) {
  if (!card) return;
  field(card, "points").focus({ preventScroll: true });
  card.scrollIntoView({ block: "start" });
}

function next(card) {
  const place = cards.indexOf(card);
  const order = [...cards.slice(place + 1), ...cards.slice(0, place)];
  go(order.find((other) => other.classList.contains("waits")) ?? cards[place + 1]);
}

async function send(card, given) {
  const state = card.querySelector(".state");
  const body = JSON.stringify({ answer: cards.indexOf(card), ...given });
  try {
    const answer = await fetch("", { method: "POST", body });
    if (!answer.ok) throw new Error(await answer.text());
    card.classList.toggle("waits", (await answer.json()).waits);
    state.textContent = "Saved.";
    return true;
  } catch (error) {
    const ended = error instanceof TypeError;
    state.textContent = ended ? "Not saved: the command has ended." : error.message;
    return false;
  } finally {
    count();
  }
}

async function savePoints(card) {
  const points = field(card, "points");
  if (points.checkValidity()) {
    return send(card, { points: points.value === "" ? null : Number(points.value) });
  }
  card.querySelector(".state").textContent = points.validationMessage;
  return false;
}

async function saveAndGo(card) {
  if (field(card, "points").value === "" || (await savePoints(card))) next(card);
}

for (const card of cards) {
  const points = field(card, "points");
  const comment = field(card, "comment");
  const give = (value) => {
    points.value = value;
    savePoints(card);
  };
  field(card, "full").onclick = () => give(points.max);
  field(card, "none").onclick = () => give(0);
  points.onfocus = () => points.select();
  points.onchange = () => savePoints(card);
  comment.onchange = () => send(card, { comment: comment.value });
  card.querySelector("form").onsubmit = (event) => event.preventDefault();
  points.onkeydown = (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) go(cards[cards.indexOf(card) + move]);
    else if (event.key === "f") give(points.max);
    else if (event.key === "Enter") saveAndGo(card);
    else return;
    event.preventDefault();
  };
  comment.onkeydown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) saveAndGo(card);
  };
}
count();
go(cards.find((card) => card.classList.contains("waits")) ?? cards[0]);
