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
  text.value = lines.join("\n").replace(/^\n+/, "");
  changed();
}

if (form) {
  text.addEventListener("input", changed);
  checked.addEventListener("click", (event) => {
    const hint = event.target.closest(".hint");
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

function drawWays() {
  if (!board) return;
  board.querySelectorAll(".way, .way-halo").forEach((each) => each.remove());
  for (const line of text.value.split("\n")) {
    const points = named(line).map((name) => centre(places.get(name)).join(",")).join(" ");
    if (!points.includes(" ")) continue;
    for (const kind of ["way-halo", "way"]) {
      const way = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
      way.setAttribute("points", points);
      way.setAttribute("class", kind);
      board.insertBefore(way, board.querySelector(".place"));
    }
  }
}

// ---- composing ----------------------------------------------------------------------------------------------------

const box = document.querySelector(".compose");
const forms = form ? JSON.parse(form.dataset.forms) : [];
let pieces = [];  // of the form that was picked, each with what was chosen for it
let at = 0;

function button(words, kind, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function pick(picked) {
  pieces = picked.pieces.map((piece) => ({ ...piece, chosen: [], left: false }));
  at = 0;
  go();
}

function go() {
  while (at < pieces.length && (!pieces[at].gap || pieces[at].left)) at += 1;
  if (at < pieces.length) show();
  else finish();
}

function words(mark) {
  return pieces.filter((piece) => !piece.left).map((piece) => {
    if (!piece.gap) return document.createTextNode(`${piece.words} `);
    const made = document.createElement(piece === pieces[at] && mark ? "b" : "span");
    made.textContent = piece.chosen.join(", ") || `<${piece.gap}>`;
    const whole = document.createElement("span");
    whole.append(made, " ");
    return whole;
  });
}

function choose(value) {
  const piece = pieces[at];
  piece.chosen.push(value);
  if (piece.many) show();
  else { at += 1; go(); }
}

function leaveOut() {
  const { part } = pieces[at];
  pieces.forEach((piece) => { if (piece.part === part) piece.left = true; });
  go();
}

function back() {
  const piece = pieces[at];
  if (piece.chosen.length) piece.chosen.pop();
  else {
    const before = pieces.findLastIndex((each, index) => index < at && each.gap);
    if (before < 0) { stop(); return; }
    at = before;
    const { part } = pieces[at];
    if (part) pieces.forEach((each) => { if (each.part === part) each.left = false; });
    pieces[at].chosen.pop();
  }
  show();
}

function finish() {
  const line = pieces.filter((piece) => !piece.left).map((piece) => (piece.gap ? piece.chosen.join(", ") : piece.words)).join(" ");
  stop();
  addLine(line);
}

function stop() {
  pieces = [];
  mark([]);
  showVerbs();
}

function mark(values) {
  const may = new Set(values);
  if (board) board.classList.toggle("choosing", may.size > 0);
  for (const [name, place] of places) {
    place.classList.toggle("may", may.has(name));
    place.setAttribute("tabindex", may.has(name) ? "0" : "-1");
  }
}

function show() {
  const piece = pieces[at];
  const draft = document.createElement("p");
  draft.className = "draft";
  draft.setAttribute("role", "status");
  draft.append(...words(true));
  const row = document.createElement("div");
  row.className = "verbs";
  const listed = piece.values.filter((value) => !places.has(value));
  row.append(...listed.map((value) => button(value, "verb", () => choose(value))));
  if (!piece.values.length) row.append(typedField());
  const ways = document.createElement("p");
  ways.className = "buttons";
  if (piece.chosen.length && piece.many) ways.append(button("Done", "button", () => { at += 1; go(); }));
  if (piece.part && !piece.chosen.length) ways.append(button("Leave out", "quiet", leaveOut));
  ways.append(button("Back", "quiet", back), button("Cancel", "quiet", stop));
  box.replaceChildren(draft, row, ways);
  mark(piece.values);
}

function typedField() {
  const field = document.createElement("input");
  field.setAttribute("aria-label", pieces[at].gap);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (field.value.trim()) choose(field.value.trim());
  });
  return field;
}

function showVerbs() {
  const row = document.createElement("div");
  row.className = "verbs";
  const name = (each) => each.pieces[0].words;
  row.append(...forms.map((each) => button(name(each), "verb", () => pick(each))));
  box.replaceChildren(row);
}

if (box) {
  box.hidden = false;
  showVerbs();
  drawWays();
}

if (board) {
  board.addEventListener("click", (event) => {
    const place = event.target.closest(".place.may");
    if (place) choose(place.dataset.place);
  });
  board.addEventListener("keydown", (event) => {
    const place = event.target.closest(".place.may");
    if (!place || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(place.dataset.place);
  });
}
