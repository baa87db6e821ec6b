// The dice of a match, checked from the letters that somebody pastes or opens. Nothing leaves the browser: this file
// asks for nothing and sends nothing. The arithmetic is that of docs/dice.md; tools/verify_letters.py checks more.

import { read } from "./proofs.js";
import { canDraw, canThrow, draw, hex, json, keyOf, receiptOf, roll, saltOf, sealOf, seedOf, unhex } from "./throws.js";

const NEWEST_FORMULA = 3n;
const DERIVING_FORMULA = 3n;

// ---- the checks -----------------------------------------------------------------------------------------------------

// What the page says, in its language. What was checked, and why it is not right, is in English, as in verify_letters.py.
const WORDS = JSON.parse(document.getElementById("words").textContent);
const TOPICS = ["letters", "seals", "rolls", "orders", "receipts", "salts"];

// A sentence with its gaps filled in.
function said(name, values) {
  return WORDS[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

function right(topic, what) {
  return { topic, what, verdict: "right", why: "" };
}

function compared(topic, what, expected, found) {
  if (expected === found) return right(topic, what);
  return { topic, what, verdict: "wrong", why: `Expected ${expected}, found ${found}.` };
}

function notYet(topic, what, why) {
  return { topic, what, verdict: "open", why };
}

function distinct(values) {
  return [...new Set(values)];
}

// The letters of one match, and what they say together.
class Match {
  constructor(name, letters) {
    Object.assign(this, { name, letters, made: new Map() });
    this.reports = letters.filter((letter) => letter.newest);
    this.opened = this.every("opened").map(([, item]) => item);
    this.closed = letters.some((letter) => letter.ends && !letter.lost.length);
    this.over = letters.some((letter) => letter.ends);
    this.known = [...this.opened, ...this.every("seal").map(([, item]) => item)];
    const askings = distinct(this.known.map((item) => item.number("asking")));
    this.askings = askings.filter((asking) => asking > 0n).sort((one, other) => (one < other ? -1 : 1));
    this.seats = new Set(this.every("seal").flatMap(([, item]) => item.all("seats")));
    this.back = new Set(this.every("rollback").map(([, item]) => item.text("record")));
    this.ended = new Set(this.every("rollback").map(([, item]) => item.number("asking") - 1n));
    this.secrets = distinct(this.opened.map((item) => item.text("match_secret"))).filter(Boolean);
  }

  every(kind) {
    return this.letters.flatMap((letter) => letter.of(kind).map((item) => [letter, item]));
  }

  // The keys that a throw may have: an honest match has opened one seed for it.
  async keys(thrown) {
    const stream = thrown.text("stream") || "open";
    const mark = `${stream} ${thrown.text("record")}`;
    if (!this.made.has(mark)) {
      const opened = this.opened.filter((item) => item.text("record") === thrown.text("record") && item.text(stream));
      const known = opened.filter((item) => item.formula >= 1n && item.formula <= NEWEST_FORMULA);
      const keys = await Promise.all(known.map((item) => this.key(item, item.text(stream))));
      this.made.set(mark, distinct(keys.map(hex)).map(unhex));
    }
    return this.made.get(mark);
  }

  async key(item, seed) {
    const first = item.formula === 1n;
    const amendment = !first && item.text("amendment") ? item.number("amendment") : 0n;
    return keyOf(unhex(seed), this.name, item.number(first ? "record" : "asking"), item.all("receipts"), amendment);
  }

  // What letters that were sent before an order request was resolved say of its seal.
  sealed(asking) {
    return this.before("seal", asking).map(([, item]) => item);
  }

  // The orders that were acknowledged to a seat before an order request was resolved.
  filed(seat, asking) {
    return this.before("filed", asking).filter(([letter]) => letter.seat === seat).map(([, item]) => item);
  }

  // What is said of an order request in letters that were sent before it was resolved.
  before(kind, asking) {
    return this.every(kind).filter(([letter, item]) => item.number("asking") === asking && letter.precedes(asking));
  }

  // Why a seed is not there yet.
  later(stream) {
    if (this.opened.some((item) => item.formula > NEWEST_FORMULA)) return "This page does not know the formula.";
    if (this.over) return "No letter here opens the seed.";
    if (stream === "secret") return "The last report of the match opens the seed.";
    return "The report of the turn opens the seed. It is to come, or not here.";
  }
}

function* letters(match) {
  const here = new Set(match.reports.map((each) => `${each.seat} ${each.newest.text("record")}`));
  for (const letter of match.letters) {
    const after = letter.holds ? letter.holds.text("after") : "";
    const lost = letter.lost;
    if (letter.damaged) lost.push(`${letter.damaged} of its lines are damaged`);
    if (after && !here.has(`${letter.seat} ${after}`)) lost.push(`the report before it (record ${after}) is not here`);
    const known = !match.seats.size || ["", "GM", ...match.seats].includes(letter.seat);
    if (!known) yield compared("letters", `The ${letter.name}`, "a letter to a seat of the match", letter.seat);
    if (lost.length) yield notYet("letters", `The ${letter.name}`, `Something is missing: ${lost.join("; ")}.`);
    else yield right("letters", `The ${letter.name} holds all its lines`);
  }
  const why = "It is to come, or not here. If the match is over, ask for it with RESEND.";
  if (!match.over) yield notYet("letters", "The report that ends the match", why);
}

async function* seals(match) {
  for (const asking of match.askings) {
    for (const stream of ["open", "secret"]) {
      const seeds = match.opened.filter((item) => item.number("asking") === asking).map((item) => item.text(stream));
      const printed = match.sealed(asking).map((item) => item.text(stream));
      const idle = match.ended.has(asking) && !seeds.length;  // a rollback ended it, and nothing was thrown from it
      if (!idle) yield* fits(`The ${stream} seed of order request ${asking}`, seeds, printed, match.later(stream));
    }
    yield* announced(match, asking);
  }
  const printed = match.every("seal").map(([, item]) => item.text("match_secret"));
  yield* fits("The secret of the match", match.secrets, printed, "The last report of the match opens it.");
}

async function* fits(what, seeds, printed, later) {
  const [opened, sealed] = [seeds, printed].map((values) => distinct(values.filter(Boolean)));
  if (!opened.length) yield notYet("seals", what, later);
  else if (!sealed.length) yield notYet("seals", what, "No letter here from before its turn prints the seal.");
  for (const seed of opened) {
    if (!/^[0-9a-f]{64}$/.test(seed)) yield compared("seals", what, "a seed of 32 bytes", seed);
    const found = await sealOf(unhex(seed));
    for (const seal of sealed) yield compared("seals", `${what} and its seal`, seal, found);
  }
}

// The formula that the seal announced, and its record, moved by the corrections that the report counts.
function* announced(match, asking) {
  const opened = match.opened.filter((item) => item.number("asking") === asking);
  for (const item of opened) {
    const fixed = item.formula > 1n && !match.back.has(item.text("record"));
    const between = item.text("corrections") ? item.number("corrections") : 0n;
    const words = (formula, record) => (fixed ? `formula ${formula} and record ${record}` : `formula ${formula}`);
    for (const seal of match.sealed(asking)) {
      const expected = words(seal.formula, seal.number("record") + between);
      const found = words(item.formula, item.number("record"));
      yield compared("seals", `What was announced of order request ${asking}`, expected, found);
    }
  }
}

async function* derived(match) {
  const items = match.known.filter((item) => item.formula >= DERIVING_FORMULA);
  for (const secret of match.secrets.map(unhex)) {
    for (const item of items) {
      for (const stream of ["open", "secret"].filter((name) => item.text(name))) {
        const seed = await seedOf(secret, stream, item.number("asking"));
        const [of, value] = item.kind === "seal" ? ["seal of the ", await sealOf(seed)] : ["", hex(seed)];
        const what = `The ${of}${stream} seed of order request ${item.text("asking")}, from the secret of the match`;
        yield compared("seals", what, value, item.text(stream));
      }
    }
  }
}

function addressOf(item) {
  const [kind, place] = ["kind", "place"].map((name) => item.text(name));
  return { ruling: item.number("ruling"), kind, place, seats: item.all("seats"), n: item.number("n") };
}

function nameOf(item) {
  const at = addressOf(item);
  const words = [at.kind, at.place, ...at.seats, at.n].filter((each) => each !== "").join(" ");
  return `${words} of record ${item.text("record")}, step ${at.ruling} (${item.text("stream") || "open"})`;
}

async function* rolls(match) {
  for (const [, item] of match.every("roll")) {
    const [sides, keys] = [item.number("sides"), await match.keys(item)];
    const what = `Roll: ${nameOf(item)}: ${item.text("value")} of ${sides}`;
    if (!canThrow(sides)) yield compared("rolls", what, "a die that can be thrown", `a die of ${sides} sides`);
    else if (!keys.length) yield notYet("rolls", what, match.later(item.text("stream") || "open"));
    else for (const key of keys) {
      yield compared("rolls", what, String(await roll(key, addressOf(item), sides)), item.text("value"));
    }
  }
}

async function* orders(match) {
  const draws = match.every("draw").map(([, item]) => item);
  const weighed = new Map(draws.filter((item) => item.fields.has("among")).map((item) => [nameOf(item), item]));
  for (const item of draws) {
    const what = `Drawn order: ${nameOf(item)}`;
    const from = weighed.get(nameOf(item));
    if (from) yield* drawn(match, item, from, what);
    else if (match.closed) yield compared("orders", what, "its weights in the last report", "none");
    else yield notYet("orders", what, "The last report of the match tells the weights. It is to come, or not whole.");
  }
}

async function* drawn(match, told, from, what) {
  const [among, weights, keys] = [from.all("among"), from.all("weights").map(BigInt), await match.keys(from)];
  if (!canDraw(among, weights)) yield compared("orders", what, "weights that can be drawn by", weights.join(", "));
  else if (!keys.length) yield notYet("orders", what, match.later(from.text("stream") || "open"));
  else for (const key of keys) {
    const { order, values } = await draw(key, addressOf(from), among, weights);
    const [expected, field] = told === from ? [values, "values"] : [order, "order"];
    const [wanted, found] = [expected, told.all(field)].map((each) => each.join(", ") || "nothing");
    yield compared("orders", `${what}${told === from ? ", its throws" : ""}`, wanted, found);
  }
}

async function* receipts(match) {
  for (const [letter, item] of match.every("filed")) {
    const what = `${letter.seat}’s orders no. ${item.text("number")} of order request ${item.text("asking")}`;
    yield compared("receipts", what, await receiptOf(unhex(item.text("salt")), item.all("lines")), item.text("value"));
  }
  for (const report of match.reports) yield* listed(match, report, report.newest);
}

const ONE_OF_THE_KEY = "one of the receipts in the key";

// The receipts that a report lists, beside those in the key of its dice and those that were acknowledged.
function* listed(match, letter, newest) {
  const [list, used] = [letter.of("receipt"), newest.all("receipts")];
  const asking = newest.number("asking");
  for (const value of used) {
    const what = `Receipt ${value} in the key of order request ${asking}`;
    const here = list.some((item) => item.text("value") === value);
    if (!here && letter.lost.length) yield notYet("receipts", what, `The ${letter.name} has lost lines.`);
    else yield compared("receipts", what, "listed in the report", here ? "listed in the report" : "not listed");
  }
  for (const item of list) {
    const seat = item.text("seat");
    const what = `${seat}’s receipt in the report of order request ${asking}`;
    if (match.seats.size && !match.seats.has(seat)) yield compared("receipts", what, "a seat of the match", seat);
    const found = used.includes(item.text("value")) ? ONE_OF_THE_KEY : item.text("value");
    if (seat !== letter.seat) yield compared("receipts", `${what}, in the key of the dice`, ONE_OF_THE_KEY, found);
    yield* resolved(match, item, asking, seat === letter.seat, `${what}, as acknowledged`);
  }
}

// The orders that were resolved must be the last ones that were acknowledged; other seats' receipts tell no number.
function* resolved(match, item, asking, own, what) {
  const numbered = item.text("number");
  const words = (each) => (numbered ? `no. ${each.text("number")}, ${each.text("value")}` : each.text("value"));
  const filed = match.filed(item.text("seat"), asking);
  const last = filed.reduce((one, other) => (one && one.number("number") > other.number("number") ? one : other), null);
  const known = last && !(numbered && item.number("number") > last.number("number"));
  if (known) yield compared("receipts", what, words(last), words(item));
  else if (own) yield notYet("receipts", what, "The acknowledgement of these orders is not here.");
}

async function* salts(match) {
  const filed = match.every("filed").map(([letter, item]) => [letter.seat, item.number("asking"), item]);
  const resolved = match.reports.flatMap((report) => {
    return report.of("receipt").map((item) => [item.text("seat"), report.newest.number("asking"), item]);
  });
  for (const [seat, asking, item] of [...filed, ...resolved].filter(([, , item]) => item.text("salt"))) {
    const number = item.text("number") ? item.number("number") : 0n;
    const what = `The salt of ${seat}’s orders no. ${number} of order request ${asking}`;
    if (!match.secrets.length) yield notYet("salts", what, "The last report opens the secret of the match.");
    for (const secret of match.secrets) {
      yield compared("salts", what, await saltOf(unhex(secret), asking, seat, number), item.text("salt"));
    }
  }
}

async function checksOf(match) {
  const found = new Map();
  for (const topic of [letters, seals, derived, rolls, orders, receipts, salts]) {
    for await (const check of topic(match)) found.set(JSON.stringify(check), check);
  }
  return [...found.values()];
}

// The checks of all letters by match. Copies of a letter, such as its text and the file beside it, count once.
async function check(letters) {
  const once = [...new Map(letters.map((letter) => [letter.mark, letter])).values()];
  const names = distinct(once.map((letter) => letter.match));
  const matches = names.map((name) => new Match(name, once.filter((letter) => letter.match === name)));
  return Promise.all(matches.map(async (match) => {
    return { title: said("match", { name: match.name }), checks: await checksOf(match) };
  }));
}

// ---- the examples ---------------------------------------------------------------------------------------------------

// Every example of dice-vectors.json, worked out again. Its numbers come as text.
async function* examples(told) {
  const [secret, match, asking] = [unhex(told.match_secret), told.match, BigInt(told.asking)];
  yield compared("seals", "The seal of the secret of the match", told.match_seal, await sealOf(secret));
  for (const stream of ["open", "secret"]) {
    const [seed, at] = [unhex(told[stream].seed), BigInt(told.derived.asking)];
    const derived = hex(await seedOf(secret, stream, at));
    yield compared("seals", `The ${stream} seed from the secret of the match`, told.derived[stream], derived);
    yield compared("seals", `The seal of the ${stream} seed`, told[stream].seal, await sealOf(seed));
    const key = hex(await keyOf(seed, match, asking, told.receipts));
    yield compared("rolls", `The ${stream} key`, told[stream].key, key);
    const amended = hex(await keyOf(seed, match, asking, [], 1n));
    yield compared("rolls", `The ${stream} key of a correction`, told[stream].amendment_key, amended);
  }
  for (const sheet of told.sheets) {
    const [of, number] = [`${sheet.seat}’s orders no. ${sheet.number}`, BigInt(sheet.number)];
    yield compared("receipts", `The receipt of ${of}`, sheet.receipt, await receiptOf(unhex(sheet.salt), sheet.lines));
    const salt = await saltOf(secret, BigInt(sheet.asking), sheet.seat, number);
    yield compared("salts", `The salt of ${of}`, sheet.salt, salt);
  }
  yield* thrown(told);
  yield* printed(told);
}

async function* thrown(told) {
  for (const each of [...told.rolls, ...told.draws]) {
    const key = unhex(told[each.stream].key);
    const at = { ...each, ruling: BigInt(each.ruling), n: BigInt(each.n) };
    const what = [each.kind, each.place, ...each.seats, each.n, `of step ${each.ruling} (${each.stream})`];
    const words = `${each.sides ? "Roll" : "Drawn order"}: ${what.filter(Boolean).join(" ")}`;
    if (each.sides) yield compared("rolls", words, each.value, String(await roll(key, at, BigInt(each.sides))));
    else {
      const { order, values } = await draw(key, at, each.among, each.weights.map(BigInt));
      yield compared("orders", words, json([each.order, each.values]), json([order, values.map(String)]));
    }
  }
}

function* printed(told) {
  const { letters: [letter] } = read(new TextEncoder().encode(told.block.join("\n")));
  const item = (kind) => letter.of(kind)[0];
  const seen = [item("opened").all("receipts"), item("roll").text("value"), item("draw").all("order")];
  const wanted = [told.receipts, told.rolls[0].value, told.draws[0].order];
  yield compared("letters", "The block of a letter", json(wanted), json(seen));
  const sheet = [letter.match, item("filed").all("lines")];
  yield compared("letters", "The orders in the block", json([told.match, told.sheets[1].lines]), json(sheet));
  yield compared("letters", "The block holds all its lines", "", letter.lost.join("; "));
}

// ---- the page -------------------------------------------------------------------------------------------------------

const VERDICTS = ["wrong", "open", "right"];
const MARKS = { wrong: "✗", open: "–", right: "✓" };

function made(name, kind, ...inside) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

// The checks as a table, each with why it is not right.
function table(checks) {
  const head = made("tr", "", made("th", "", WORDS.result), made("th", "", WORDS.checked));
  const rows = checks.map(({ verdict, what, why }) => {
    const reason = why ? [made("p", "small", why)] : [];
    const result = made("td", `was-${verdict}`, `${MARKS[verdict]} ${WORDS[verdict]}`);
    return made("tr", "", result, made("td", "", what, ...reason));
  });
  return made("table", "checks", made("thead", "", head), made("tbody", "", ...rows));
}

function count(checks, verdict) {
  return checks.filter((each) => each.verdict === verdict).length;
}

function summary(checks) {
  const [wrong, later, right] = VERDICTS.map((verdict) => count(checks, verdict));
  if (wrong) return ["wrong", said("some_wrong", { wrong, all: checks.length })];
  if (!right) return ["note", WORDS.nothing];
  if (later) return ["note", said("some_later", { right, later })];
  return ["good", said("all_right", { right })];
}

function folded(topic, checks) {
  const counts = VERDICTS.filter((verdict) => count(checks, verdict));
  const words = counts.map((verdict) => `${count(checks, verdict)} ${WORDS[verdict]}`).join(", ");
  const [name, about] = WORDS[topic];
  return made("details", "", made("summary", "", `${name} ${words}`), made("p", "small", about), table(checks));
}

// A sentence, what is wrong, and everything by topic.
function shown({ title, checks }) {
  const [kind, words] = summary(checks);
  const wrong = checks.filter((each) => each.verdict === "wrong");
  const topics = TOPICS.map((topic) => [topic, checks.filter((each) => each.topic === topic)]);
  const folds = topics.filter(([, those]) => those.length).map(([topic, those]) => folded(topic, those));
  return [made("h2", "", title), made("p", kind, words), ...(wrong.length ? [table(wrong)] : []), ...folds];
}

const page = document.getElementById("checker");
const [text, files, result] = ["letters", "files", "result"].map((name) => document.getElementById(name));

async function opened() {
  const pasted = text.value.trim() ? [[WORDS.pasted, new TextEncoder().encode(text.value)]] : [];
  const read = [...files.files].map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())]);
  return [...pasted, ...(await Promise.all(read))];
}

// Which sentence says what is wrong with a file, empty if it can be read.
function faultOf({ letters, stray }) {
  if (stray) return "stray";
  return letters.length ? "" : "no_proof";
}

async function checkAll() {
  const found = (await opened()).map(([name, bytes]) => ({ name, ...read(bytes) }));
  const matches = await check(found.flatMap((file) => file.letters));
  const notes = found.filter(faultOf).map((file) => said(faultOf(file), { file: file.name }));
  if (!matches.length) notes.unshift(WORDS.no_proofs);
  result.replaceChildren(...notes.map((each) => made("p", "note", each)), ...matches.flatMap(shown));
}

async function tryExamples() {
  const checks = [];
  for await (const each of examples(JSON.parse(page.dataset.vectors))) checks.push(each);
  result.replaceChildren(...shown({ title: WORDS.examples, checks }));
}

// What a button does; a fault of this page is shown.
function pressed(act) {
  const failed = (fault) => result.replaceChildren(made("p", "note", said("failed", { fault: fault.message })));
  return () => {
    result.replaceChildren(made("p", "", WORDS.checking));
    return act().catch(failed).finally(() => result.focus());
  };
}

if (crypto.subtle) {
  page.hidden = false;
  document.getElementById("check").addEventListener("click", pressed(checkAll));
  document.getElementById("examples").addEventListener("click", pressed(tryExamples));
} else document.getElementById("insecure").hidden = false;
