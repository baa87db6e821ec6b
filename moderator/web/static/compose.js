// Orders by choosing: a form is picked, then its gaps are filled from left to right, by buttons or by places of the
// board. What can fill a gap, after what was chosen before, the desk tells. What is composed is a line of the text field,
// as if it had been typed, and the text is checked while it changes.
"use strict";

const form = document.getElementById("form");
const text = document.getElementById("text");
const checked = document.getElementById("checked");
const board = document.querySelector("#board .map svg");
const places = new Map([...document.querySelectorAll("#board .place")].map((each) => [each.dataset.place, each]));

// ---- the text, checked while it changes -------------------------------------------------------------------------

let timer = 0;
let asked = 0;

async function ask(what, more = {}) {
  const body = new URLSearchParams(new FormData(form));
  for (const [key, value] of Object.entries({ do: what, ...more })) body.set(key, value);
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Part": what } }).catch(() => null);
  return answer && answer.ok ? answer : null;
}

async function check() {
  const mine = ++asked;
  const answer = await ask("check");
  if (mine !== asked || !answer) return;
  checked.innerHTML = await answer.text();
  if (document.activeElement !== text) checked.querySelector(".wrong")?.scrollIntoView({ block: "nearest" });
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(check, 400);
  keepUnsent();
  listLines();
  drawWays();
}

// What is not sent yet stays in this tab while somebody looks at another page, until it is sent or the turn is over.
const unsentKey = form && `${form.action} ${form.elements.request.value}`;
const shown = text && text.value;  // as the page came

function keepUnsent() {
  if (text.value === shown) sessionStorage.removeItem(unsentKey);
  else sessionStorage.setItem(unsentKey, text.value);
}

function bringUnsentBack() {
  const isSent = sessionStorage.getItem("sending") === unsentKey && new URLSearchParams(location.search).has("sent");
  sessionStorage.removeItem("sending");
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${form.action} `) && key !== unsentKey) sessionStorage.removeItem(key);  // of a turn that is over
  }
  if (isSent) sessionStorage.removeItem(unsentKey);
  const kept = sessionStorage.getItem(unsentKey);
  if (kept === null || kept === shown || !form.hasAttribute("data-fresh")) return;
  text.value = kept;
  document.getElementById("unsent").hidden = false;
  changed();
}

// Each line with a button that takes it out, for those who have no keyboard at hand.
function listLines() {
  const list = document.getElementById("lines");
  const lines = text.value.split("\n");
  list.replaceChildren(...lines.flatMap((line, at) => {
    if (!/\p{L}/u.test(line)) return [];
    const entry = document.createElement("li");
    const button = verb("✕", () => {
      text.value = lines.toSpliced(at, 1, ...(/^\s*\d+\w?\./.test(line) ? [line.match(/^\s*\d+\w?\./)[0]] : [])).join("\n");
      changed();
      (list.querySelector("button") || text).focus();
    });
    button.setAttribute("aria-label", `${list.dataset.takeOut} ${line.trim()}`);
    entry.append(made("code", line.trim()), button);
    return [entry];
  }));
  list.hidden = !list.firstChild;
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
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value === "send") sessionStorage.setItem("sending", unsentKey);
  });
  bringUnsentBack();
  listLines();
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
const gapWords = new Map([...document.querySelectorAll("[data-gap]")].map((each) => [each.dataset.gap, each.textContent]));
let composed = null;  // the form of the order that is composed
let pieces = [];  // of that order, each with what was chosen for it
let at = 0;  // the gap that is filled next
let can = {};  // what can be done about it
let looking = null;  // while that is asked

const MOST_MARKED = 60;  // places: where more may be chosen, only the one that is pointed at is marked
const DENSE = 300;  // places: a board with more is shown larger on a phone, for fingers
const MOST_NUMBERS = 6;  // of a thing: of more the number is typed

const isOpen = (piece) => piece.gap && !piece.chosen.length;
const partOf = (piece) => pieces.filter((each) => each.part === piece.part);
const canBeLeft = (piece) => piece.part > 0 && partOf(piece).every((each) => !each.chosen.length);
const said = (piece) => (piece.gap ? piece.chosen.join(", ") || `<${gapWords.get(piece.gap) || piece.gap}>` : piece.words);

function pick(picked) {
  composed = picked;
  pieces = picked.pieces.map((piece) => ({ ...piece, chosen: [] }));
  at = -1;
  steps.next();
}

function choose(value) {
  if (!can.values) return;  // a second click, while the next gap is asked for
  pieces[at].chosen.push(value);
  if (pieces[at].many) looking = look();
  else steps.next();
}

// Asks what can be done about the gap, and goes on by itself where that is but one thing.
async function look(isBack = false) {
  const gap = pieces[at];
  can = {};
  const chosen = Object.fromEntries(pieces.filter((each) => each.gap && each.chosen.length).map((each) => [each.gap, each.chosen.join(", ")]));
  box.setAttribute("aria-busy", "true");
  const answer = await ask("choose", { begun: JSON.stringify({ kind: composed.kind, gap: gap.gap, chosen }) });
  const found = answer ? await answer.json() : { values: [], is_typed: true, can_finish: true, can_go_on: true, can_leave: true };
  if (gap !== pieces[at]) return;
  box.removeAttribute("aria-busy");
  can = found;
  if (isBack || can.values.length || can.is_typed) show();
  else if (can.can_go_on) steps.next();
  else if (can.can_leave) steps.leaveOut();
  else if (can.can_finish) steps.finish();
  else show();
}

const steps = {
  next() {
    at = pieces.findIndex((piece, index) => index > at && isOpen(piece));
    if (at < 0) steps.finish();
    else looking = look();
  },
  leaveOut() {
    at = pieces.findLastIndex((each) => each.part === pieces[at].part);
    steps.next();
  },
  back() {
    if (!pieces[at].chosen.length) at = pieces.findLastIndex((each, index) => index < at && each.gap && each.chosen.length);
    if (at < 0) { steps.stop(); return; }
    pieces[at].chosen.pop();
    pieces.slice(at + 1).forEach((each) => { each.chosen = []; });
    looking = look(true);
  },
  finish() {
    const order = pieces.filter((piece) => !canBeLeft(piece)).map(said).join(" ");
    steps.stop();
    addLine(order);
  },
  stop() {
    box.removeAttribute("aria-busy");
    pieces = [];
    composed = null;
    mark([]);
    box.querySelector("#gap > .verbs").replaceChildren();
    turnTo("kinds");
    box.querySelector(".verb").focus();
  },
};

function turnTo(side) {
  for (const each of ["kinds", "gap"]) document.getElementById(each).hidden = each !== side;
  document.getElementById("unfinished").hidden = true;
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

// Values that count the same thing ("1 TROOPER", "2 TROOPERS", …), each run of them together. Bare numbers are names.
function runsOf(values) {
  const runs = [];
  for (const value of values) {
    const [, number, rest] = /^(\d+)(?: (.*))?$/.exec(value) || [];
    const last = runs.at(-1);
    const goesOn = last?.noun && rest && last.number + 1 === Number(number) && rest.startsWith(last.noun);
    if (goesOn) Object.assign(last, { number: Number(number), values: [...last.values, value] });
    else runs.push({ number: number ? Number(number) : NaN, noun: rest || "", values: [value] });
  }
  return runs;
}

function numberField({ values }) {
  const [first, last] = [values[0], values.at(-1)].map((value) => parseInt(value, 10));
  const line = made("div", "");
  const label = made("label", last === 1 ? values[0] : values.at(-1).replace(/^\d+ ?/, ""));
  const field = made("input", "");
  Object.assign(field, { type: "number", min: first, max: last, value: last, inputMode: "numeric" });
  const button = verb(box.dataset.choose, () => { if (field.reportValidity()) choose(values[field.valueAsNumber - first]); });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button.click();
  });
  line.className = "amount";
  label.append(field);
  line.append(label, button);
  return line;
}

function buttonsFor(values) {
  return runsOf(values).flatMap((run) =>
    run.values.length > MOST_NUMBERS ? [numberField(run)] : run.values.map((value) => verb(value, () => choose(value))));
}

function show() {
  const piece = pieces[at];
  const { values } = can;
  const onBoard = values.filter((value) => places.has(value));
  const [draft, list] = box.querySelectorAll(".draft, #gap > .verbs");
  draft.replaceChildren(...pieces.filter((each, index) => index >= at || !canBeLeft(each)).map((each) => {
    const shown = made(each === piece ? "b" : "span", `${said(each)} `);
    shown.classList.toggle("optional", canBeLeft(each));
    return shown;
  }));
  list.replaceChildren(...buttonsFor(values.filter((value) => !places.has(value))));
  document.getElementById("typed").hidden = !can.is_typed && !onBoard.length;
  document.getElementById("nothing").hidden = values.length > 0 || Object.values(can).some((each) => each === true);
  document.getElementById("choices").replaceChildren(...onBoard.map((value) => new Option(value)));
  const isOffered = { finish: can.can_finish, next: can.can_go_on, leaveOut: can.can_leave, back: true, stop: true };
  for (const button of box.querySelectorAll("[data-do]")) button.hidden = !isOffered[button.dataset.do];
  turnTo("gap");
  mark(values);
  const place = places.get(onBoard[0]);
  const next = list.querySelector("button, input") || place || box.querySelector("#typed:not([hidden]) input") || box.querySelector("[data-do]:not([hidden])");
  next.focus({ preventScroll: next === place });  // a wide board stays where it was tapped
  if (place) bringIntoSight(onBoard.map((value) => places.get(value)));
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

// A page moves only if the board is out of sight, and a wide board only if no place that may be chosen is in its frame.
function bringIntoSight(chosen) {
  const frame = board.closest(".map");
  const seen = frame.getBoundingClientRect();
  if (seen.bottom < 80 || seen.top > window.innerHeight - 80) frame.scrollIntoView({ block: "center" });
  const boxes = chosen.map((place) => place.getBoundingClientRect());
  if (boxes.some((each) => each.left >= seen.left && each.right <= seen.right)) return;
  const [first] = boxes;
  frame.scrollBy({ left: (first.left + first.right - seen.left - seen.right) / 2 });
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

// An order that is begun never gets lost: it is finished if it says enough, else its player is led back to it.
async function keepDraft(event) {
  if (!composed) return;
  event.preventDefault();
  await looking;
  if (!composed || can.can_finish) {
    if (composed) steps.finish();
    setTimeout(() => form.requestSubmit(event.submitter));  // not while this one is still under way
    return;
  }
  const note = document.getElementById("unfinished");
  note.hidden = false;
  document.getElementById("gap").scrollIntoView({ block: "nearest" });
  note.focus();
}

if (box) {
  form.addEventListener("submit", keepDraft);
  const [now, standing, unlikely] = box.querySelectorAll("#kinds .verbs");
  for (const each of forms) {
    const group = !each.is_likely ? unlikely : each.stands ? standing : now;
    group.append(verb(nameOf(each), () => pick(each)));
  }
  for (const group of [standing, unlikely]) group.parentElement.hidden = !group.firstChild;
  standing.parentElement.open = !now.firstChild;
  for (const button of box.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => { if (can.values || button.dataset.do === "stop") steps[button.dataset.do](); });
  }
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
