// Orders by choosing: a form is picked, then its gaps are filled from left to right, by buttons or by places of the
// board. What is composed is a line of the text field, as if it had been typed, and the text is checked while it changes.
"use strict";

const form = document.getElementById("form");
const text = document.getElementById("text");
const checked = document.getElementById("checked");
const board = document.querySelector("#board .map svg");
const places = new Map([...document.querySelectorAll("#board .place")].map((each) => [each.dataset.place, each]));

// ---- the text, checked while it changes -------------------------------------------------------------------------

let timer = 0;
let asked = 0;

async function check() {
  const mine = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "check");
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": "check" } }).catch(() => null);
  if (mine === asked && answer && answer.ok) checked.innerHTML = await answer.text();
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(check, 400);
  drawWays();
}

function addLine(order) {
  const lines = text.value.split("\n");
  const free = lines.findIndex((line) => /^\s*\d+\w?\.\s*_*\s*$/.test(line));
  if (free >= 0) lines[free] = `${lines[free].replace(/[\s_]*$/, "")} ${order}`;
  else lines.splice(lines.findLastIndex((line) => line.trim()) + 1, 0, order);
  text.value = lines.join("\n").replace(/^\n+|\n+$/g, "");
  changed();
}

if (form) {
  text.addEventListener("input", changed);
  checked.addEventListener("click", (event) => {
    const hint = event.target.closest("button.hint");
    if (!hint) return;
    const { line, hint: mended } = hint.dataset;
    text.value = text.value.split("\n").map((each) => (each.trim() === line.trim() ? mended : each)).join("\n");
    changed();
  });
}

// ---- ways of the draft on the board -------------------------------------------------------------------------------

function centre(place) {
  const points = place.getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

function named(line) {
  const words = ` ${line.toUpperCase().replace(/[^\p{L}\p{N}']+/gu, " ")} `;
  return [...places.keys()]
    .map((name) => [words.indexOf(` ${name.toUpperCase().replace(/[^\p{L}\p{N}']+/gu, " ")} `), name])
    .filter(([at]) => at >= 0)
    .sort((one, other) => one[0] - other[0] || other[1].length - one[1].length)
    .filter(([at], index, all) => !index || all[index - 1][0] !== at)
    .map(([, name]) => name);
}

function drawn(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function addArrowHead() {
  const head = drawn("marker", { id: "way-head", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" });
  head.append(drawn("path", { d: "M0 0 10 5 0 10z", class: "way-head" }));
  board.prepend(head);
}

function drawWays() {
  if (!board) return;
  board.querySelectorAll(".way, .way-halo").forEach((each) => each.remove());
  for (const line of text.value.split("\n")) {
    const points = named(line).map((name) => centre(places.get(name)).join(",")).join(" ");
    if (!points.includes(" ")) continue;
    for (const kind of ["way-halo", "way"]) {
      const end = kind === "way" ? { "marker-end": "url(#way-head)" } : {};
      board.insertBefore(drawn("polyline", { points, class: kind, ...end }), board.querySelector(".place"));
    }
  }
}

// ---- composing ----------------------------------------------------------------------------------------------------

const box = document.querySelector(".compose");
const forms = form ? JSON.parse(form.dataset.forms) : [];
let pieces = [];  // of the order that is composed, each with what was chosen for it
let at = 0;  // the gap that is filled next

const MOST_MARKED = 60;  // places: where more may be chosen, only the one that is pointed at is marked
const DENSE = 300;  // places: a board with more is shown larger on a phone, for fingers

const isOpen = (piece) => piece.gap && !piece.left && !piece.chosen.length;
const partOf = (piece) => pieces.filter((each) => each.part === piece.part);
const canBeLeft = (piece) => piece.part > 0 && partOf(piece).every((each) => !each.chosen.length);
const setLeft = (piece, left) => partOf(piece).forEach((each) => { each.left = left; });
const said = (piece) => (piece.gap ? piece.chosen.join(", ") || `<${piece.gap}>` : piece.words);
const inOrder = () => pieces.filter((piece) => !piece.left);

function pick(picked) {
  pieces = picked.pieces.map((piece) => ({ ...piece, chosen: [], left: false }));
  at = -1;
  steps.next();
}

function choose(value) {
  pieces[at].chosen.push(value);
  if (pieces[at].many) show();
  else steps.next();
}

const steps = {
  next() {
    at = pieces.findIndex((piece, index) => index > at && isOpen(piece));
    if (at < 0) steps.finish();
    else show();
  },
  leaveOut() {
    setLeft(pieces[at], true);
    steps.next();
  },
  back() {
    if (!pieces[at].chosen.length) at = pieces.findLastIndex((each, index) => index < at && each.gap);
    if (at < 0) { steps.stop(); return; }
    setLeft(pieces[at], false);
    pieces[at].chosen.pop();
    show();
  },
  finish() {
    pieces.filter(isOpen).forEach((piece) => setLeft(piece, true));
    addLine(inOrder().map(said).join(" "));
    steps.stop();
  },
  stop() {
    pieces = [];
    mark([]);
    turnTo("kinds");
    box.querySelector(".verb").focus();
  },
};

function turnTo(side) {
  for (const each of ["kinds", "gap"]) document.getElementById(each).hidden = each !== side;
}

function made(tag, words, act) {
  const element = document.createElement(tag);
  element.textContent = words;
  if (act) element.addEventListener("click", act);
  return element;
}

function verb(words, act) {
  const button = made("button", words, act);
  button.type = "button";
  button.className = "verb";
  return button;
}

function show() {
  const piece = pieces[at];
  const onBoard = piece.values.filter((value) => places.has(value));
  const [draft, list] = box.querySelectorAll(".draft, #gap > .verbs");
  draft.replaceChildren(...inOrder().map((each) => {
    const shown = made(each === piece ? "b" : "span", `${said(each)} `);
    shown.classList.toggle("optional", canBeLeft(each));
    return shown;
  }));
  list.replaceChildren(...piece.values.filter((value) => !places.has(value)).map((value) => verb(value, () => choose(value))));
  document.getElementById("typed").hidden = piece.values.length > 0 && !onBoard.length;
  document.getElementById("choices").replaceChildren(...onBoard.map((value) => new Option(value)));
  const isOffered = {
    finish: pieces.every((each) => !isOpen(each) || canBeLeft(each)),
    next: piece.chosen.length > 0 && pieces.some((each, index) => index > at && isOpen(each)),
    leaveOut: canBeLeft(piece) && pieces.some((each) => isOpen(each) && each.part !== piece.part),
    back: true,
    stop: true,
  };
  for (const button of box.querySelectorAll("[data-do]")) button.hidden = !isOffered[button.dataset.do];
  turnTo("gap");
  mark(piece.values);
  const place = places.get(onBoard[0]);
  const next = list.firstChild || place || document.getElementById("choice");
  next.focus({ preventScroll: next === place });  // a wide board stays where it was tapped
}

// Of the places that may be chosen, Tab leads to one, and the arrow keys from there to the others.
function mark(values) {
  const may = new Set(values.filter((value) => places.has(value)));
  const [first] = may;
  board?.classList.toggle("choosing", may.size > 0);
  board?.classList.toggle("anywhere", may.size > MOST_MARKED);
  for (const [name, place] of places) {
    place.classList.toggle("may", may.has(name));
    place.setAttribute("tabindex", name === first ? "0" : "-1");
  }
}

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(from, [right, down]) {
  const [x, y] = centre(from);
  const costs = [...board.querySelectorAll(".may")].map((place) => {
    const [dx, dy] = [centre(place)[0] - x, centre(place)[1] - y];
    const ahead = dx * right + dy * down;
    return [ahead > 0.01 ? ahead + 3 * Math.abs(dx * down + dy * right) : Infinity, place];
  });
  const [cost, place] = costs.reduce((best, each) => (each[0] < best[0] ? each : best));
  return cost < Infinity ? place : from;
}

// ---- what starts it -------------------------------------------------------------------------------------------------

function nameOf(each) {
  const isTwin = forms.some((other) => other !== each && other.pieces[0].words === each.pieces[0].words);
  const words = each.pieces.filter((piece) => piece.words && !piece.part).map((piece) => piece.words);
  return isTwin ? words.join(" … ") : words[0];
}

if (box) {
  const [now, standing] = box.querySelectorAll("#kinds .verbs");
  for (const each of forms) (each.stands ? standing : now).append(verb(nameOf(each), () => pick(each)));
  standing.parentElement.hidden = !standing.firstChild;
  standing.parentElement.open = !now.firstChild;
  for (const button of box.querySelectorAll("[data-do]")) button.addEventListener("click", steps[button.dataset.do]);
  document.getElementById("choice").addEventListener("keydown", (event) => {
    const { value } = event.target;
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.target.value = "";
    if (value.trim()) choose(value.trim());
  });
  box.hidden = false;
  board?.classList.toggle("dense", places.size > DENSE);
  drawWays();
}

if (board) {
  addArrowHead();
  board.addEventListener("click", (event) => {
    const place = event.target.closest(".may");
    if (place) choose(place.dataset.place);
  });
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest(".may");
    if (!place || !(event.key in ways || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    if (event.key in ways) nearest(place, ways[event.key]).focus();
    else choose(place.dataset.place);
  });
}
