// The arithmetic of docs/dice.md: seals, seeds, receipts, salts, throws and draws. Numbers are BigInt, since a die may
// have up to 2^64 sides. Letters print bytes in hexadecimal.

const MOST_SIDES = 2n ** 64n;
const MOST_DRAWN = 200;

// JSON without spaces; numbers are BigInt.
export function json(value) {
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

export function hex(bytes) {
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

// The bytes of a hexadecimal text, none if it is not hexadecimal.
export function unhex(text) {
  const pairs = /^(?:[0-9a-f]{2})+$/.test(text) ? text.match(/../g) : [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

async function mac(key, value) {
  const padded = key.length ? key : new Uint8Array(1);  // the same to HMAC, and WebCrypto takes no empty key
  const made = await crypto.subtle.importKey("raw", padded, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, new TextEncoder().encode(json(value))));
}

export async function sealOf(seed) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
}

export async function receiptOf(salt, lines) {
  return hex(await mac(salt, lines)).slice(0, 32);
}

export async function saltOf(secret, asking, seat, number) {
  return hex(new TextEncoder().encode(hex(await mac(secret, ["salt", asking, seat, number])).slice(0, 32)));
}

export async function seedOf(secret, stream, asking) {
  return mac(secret, ["seed", stream, asking]);
}

export async function keyOf(seed, match, number, receipts, amendment = 0n) {
  return mac(seed, [match, number, [...receipts].sort(), ...(amendment ? [amendment] : [])]);
}

export async function roll(key, at, sides) {
  const fair = (MOST_SIDES / sides) * sides;
  for (let attempt = 0n; ; attempt += 1n) {
    const bytes = await mac(key, [at.ruling, at.kind, at.place, at.seats, at.n, sides, attempt]);
    const raw = new DataView(bytes.buffer).getBigUint64(0);
    if (raw < fair) return (raw % sides) + 1n;
  }
}

export async function draw(key, at, among, weights) {
  const left = among.map((name, index) => [name, weights[index]]);
  const order = [];
  const values = [];
  while (new Set(left.map(([name]) => name)).size > 1) {
    const sides = left.reduce((sum, [, weight]) => sum + weight, 0n);
    let rest = await roll(key, { ...at, n: at.n + BigInt(order.length) + 1n }, sides);
    values.push(rest);
    let chosen = 0;
    while (rest > left[chosen][1]) rest -= left[chosen++][1];
    order.push(left.splice(chosen, 1)[0][0]);
  }
  return { order: [...order, ...left.map(([name]) => name)], values };
}

export function canThrow(sides) {
  return sides >= 1n && sides <= MOST_SIDES;
}

export function canDraw(among, weights) {
  const sum = weights.reduce((one, other) => one + other, 0n);
  const fits = among.length === weights.length && among.length <= MOST_DRAWN;
  return fits && weights.every((weight) => weight > 0n) && (!among.length || canThrow(sum));
}
