// Proofs in letters: a file is read as mail, and what stands between the edges of a proof becomes items with fields.
// This follows docs/dice.md, as tools/verify_letters.py does. Numbers are BigInt, since some are above 2^53.

const LISTS = new Set(["weights", "values", "receipts", "seats", "order", "among", "lines"]);
const NUMBERS = {
  letter: ["turn"],
  seal: ["asking", "record", "formula"],
  opened: ["asking", "record", "formula", "amendment", "corrections"],
  roll: ["record", "ruling", "n", "sides", "value"],
  draw: ["record", "ruling", "n", "weights", "values"],
  receipt: ["number"],
  filed: ["asking", "number"],
  rollback: ["record", "to", "asking", "count", "rulings", "turn"],
  ended: [],
  holds: [],
};
const OPTIONAL = new Set(["formula", "amendment", "corrections", "weights", "values", "receipt number"]);
const COUNTED = ["seal", "opened", "roll", "draw", "receipt", "filed", "rollback", "ended"];

// ---- items and letters ----------------------------------------------------------------------------------------------

export class Item {
  constructor(kind, fields, broken) {
    Object.assign(this, { kind, fields, broken });
  }

  all(name) {
    return this.fields.get(name) || [];
  }

  text(name) {
    return this.all(name)[0] || "";
  }

  number(name) {
    return BigInt(this.text(name));
  }

  get formula() {
    return this.text("formula") ? this.number("formula") : 1n;
  }

  get whole() {
    const once = [...this.fields].every(([name, values]) => values.length === 1 || LISTS.has(name));
    return !this.broken && once && NUMBERS[this.kind].every((name) => this.counts(name));
  }

  counts(name) {
    const optional = OPTIONAL.has(name) || OPTIONAL.has(`${this.kind} ${name}`);
    return this.all(name).every((value) => /^(0|-?[1-9]\d{0,24})$/.test(value)) && (optional || this.fields.has(name));
  }
}

export class Letter {
  constructor(about) {
    Object.assign(this, { about, items: [], holds: null, damaged: 0 });
  }

  get match() {
    return this.about.text("match");
  }

  get seat() {
    return this.about.text("seat");
  }

  get name() {
    const kind = (this.about.text("kind") || "letter").replaceAll("-", " ");
    const orders = this.of("filed").map((item) => ` of orders no. ${item.text("number")}`).join("");
    return `${kind}${orders} of turn ${this.about.text("turn")} to ${this.seat || "all"}`;
  }

  // What two copies of a letter have in common, such as its text and the file beside it.
  get mark() {
    const items = [this.about, ...(this.holds ? [this.holds] : []), ...this.items];
    return JSON.stringify([this.damaged, items.map((item) => [item.kind, [...item.fields].sort()])]);
  }

  of(kind) {
    return this.items.filter((item) => item.kind === kind);
  }

  // The item by which a report opens its own turn; the last report opens all earlier turns, too.
  get newest() {
    const opened = this.of("opened");
    return opened.reduce((one, other) => (one && one.number("record") > other.number("record") ? one : other), null);
  }

  get ends() {
    return this.of("opened").some((item) => item.text("match_secret"));
  }

  // Whether the letter was sent before an order request was resolved: it opens no seed of it or of a later one.
  precedes(asking) {
    return this.of("opened").every((item) => item.number("asking") < asking);
  }

  // A sentence for each kind of line of which the letter holds more or fewer than it says.
  get lost() {
    if (!this.holds) return ["it does not say how many lines it holds"];
    const told = COUNTED.map((kind) => [kind, this.of(kind).length, this.holds.text(kind) || "0"]);
    const odd = told.filter(([, here, count]) => String(here) !== count);
    return odd.map(([kind, here, count]) => `${here} of ${count} ${kind} lines are here`);
  }
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function decoded(value) {
  const bytes = (run) => Uint8Array.from(run.slice(1).split("%"), (pair) => parseInt(pair, 16));
  return value.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, (run) => utf8.decode(bytes(run)));
}

// The text of each proof, empty if it was cut off before its end.
function blocksOf(text) {
  const seen = text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "").replace(/^(?:[>|\s]|[A-Z]{1,4}>)+/gm, "");
  const [, ...rest] = seen.split(/-----(BEGIN|END)\s+PROOF-----/);
  return rest.flatMap((edge, at) => {
    if (at % 2 || edge !== "BEGIN") return [];
    const words = rest[at + 1];
    if (rest[at + 2] === "END") return [words];
    return /^\W*letter\s+match=/.test(words) ? [""] : [];
  });
}

// A word begins an item, name=value is a field of it, and name+=value continues a value. Whatever else is not the mark
// of a quote was broken off, and the item is damaged.
function itemsOf(block) {
  const items = [];
  let kind = "";
  let fields = new Map();
  let broken = false;
  for (const word of [...block.trim().split(/\s+/), "end"]) {
    const field = /^(\w+)(\+?)=(\S*)$/.exec(word);
    if (field) addField(fields, ...field.slice(1));
    else if (/^[a-z]{3,}$/.test(word) && !/^[0-9a-f]+$/.test(word)) {
      fields.forEach((values, name) => fields.set(name, values.map(decoded)));
      if (Object.hasOwn(NUMBERS, kind)) items.push(new Item(kind, fields, broken));
      [kind, fields, broken] = [word, new Map(), false];
    } else if (!/^(?:[^\p{L}\p{N}_.~:/,+%-]+|\S*>)$/u.test(word)) broken = true;
  }
  return items;
}

function addField(fields, name, more, value) {
  const values = fields.get(name) || [];
  if (more && values.length) values.push(values.pop() + value);
  else values.push(value);
  fields.set(name, values);
}

// The letters of a block. What stands before the first one, or below one that is damaged, belongs to no letter.
function lettersOf(block) {
  const letters = [];
  const lost = { items: [], damaged: 0 };
  let letter = lost;
  for (const item of itemsOf(block)) {
    if (item.kind === "letter" && item.whole && item.text("match")) letters.push((letter = new Letter(item)));
    else if (item.kind === "letter") [letter, lost.damaged] = [lost, lost.damaged + 1];
    else if (!item.whole) letter.damaged += 1;
    else if (item.kind === "holds") letter.holds = item;
    else letter.items.push(item);
  }
  return { letters, stray: !block || lost.damaged + lost.items.length > 0 };
}

// ---- mail -----------------------------------------------------------------------------------------------------------

const PAGE = /^\s*<(?:!doctype\s+html|html|head|body|meta|div|p|pre|table)\b/i;
const INLINE = new Set("a b code em font i mark o:p small span strong tt u wbr".split(" "));

// A string that holds a byte in each character.
function bytesOf(array) {
  const [first, second] = array;
  const wide = { "255 254": "utf-16le", "254 255": "utf-16be" }[`${first} ${second}`];
  const bytes = wide ? new TextEncoder().encode(new TextDecoder(wide).decode(array)) : array;
  const text = new TextDecoder("x-user-defined").decode(bytes);
  return text.replace(/[\uf780-\uf7ff]/g, (each) => String.fromCharCode(each.charCodeAt(0) & 255));
}

function worded(bytes) {
  return utf8.decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
}

// What a page of HTML shows, with every element that is not inline on lines of its own.
function shown(page) {
  const gap = (_, name = "") => (INLINE.has(name.toLowerCase()) ? "" : "\n");
  const text = page.replace(/<!--[^]*?(?:-->|$)/g, "").replace(/<(?:\/?([a-z][^\s/<>]*)|[!?])[^<>]*>/gi, gap);
  return new DOMParser().parseFromString(`<textarea>${text}`, "text/html").querySelector("textarea").value;
}

// The head and the body of a letter; a file that is not mail has no head.
function divided(mail) {
  const head = /^(?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)+(?=\r?\n)/.exec(mail);
  return head ? [head[0].replace(/\r?\n(?=[ \t])/g, ""), mail.slice(head[0].length)] : ["", mail];
}

function headed(head, name) {
  const found = new RegExp(`^${name}:\\s*(.*)$`, "im").exec(head);
  return found ? found[1].trim() : "";
}

function unpacked(body, coding) {
  if (/base64/i.test(coding)) {
    const letters = body.replace(/[^A-Za-z0-9+/]/g, "");
    return atob(letters.length % 4 === 1 ? letters.slice(0, -1) : letters);
  }
  if (!/quoted-printable/i.test(coding)) return body;
  const byte = (_, pair) => String.fromCharCode(parseInt(pair, 16));
  return body.replace(/=[ \t]*\r?\n/g, "").replace(/=([0-9a-f]{2})/gi, byte);
}

// The texts of all parts of a letter, also of letters within it.
function textsOf(mail) {
  const [head, body] = divided(mail);
  if (headed(head, "Proof")) return [];  // a saved post that is not the moderator's
  const type = headed(head, "Content-Type");
  const boundary = /boundary="?([^";]+)/i.exec(type);
  if (/^multipart/i.test(type) && boundary) return partsOf(body, boundary[1]).flatMap(textsOf);
  const letter = /^message\/rfc822/i.test(type) || /name="?[^";]*\.eml\b/i.test(head);
  if (type && !letter && !/^text/i.test(type)) return [];
  const data = unpacked(body, headed(head, "Content-Transfer-Encoding"));
  if (letter) return textsOf(data.trimStart());
  const text = worded(data);
  return [/^text\/html/i.test(type) || PAGE.test(text) ? shown(text) : text];
}

function partsOf(body, boundary) {
  const name = boundary.trim().replace(/[^\w\s]/g, "\\$&");
  const [, ...rest] = body.split(new RegExp(`^--${name}(--)?[ \\t]*$`, "m"));
  const end = rest.findIndex((each, at) => at % 2 === 0 && each);
  const parts = (end < 0 ? rest : rest.slice(0, end)).filter((_, at) => at % 2);
  return parts.map((part) => part.replace(/^\r?\n/, ""));
}

// The letters with a proof in a file, and how many proofs do not say which letter they belong to.
export function read(array) {
  const file = bytesOf(array).replace(/^\xef\xbb\xbf/, "").trimStart().replaceAll("\r\r\n", "\r\n");
  const mails = file.startsWith("From ") ? file.split(/^From [^\r\n]*\r?\n(?=[\w-]+:)/m) : [file];
  const found = mails.flatMap(textsOf).flatMap(blocksOf).map(lettersOf);
  return { letters: found.flatMap((each) => each.letters), stray: found.filter((each) => each.stray).length };
}
