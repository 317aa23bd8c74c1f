// Draws a round again in the browser from its secret and the players' seeds, with nothing but hashes.
const MASK = (1n << 64n) - 1n;
const text = (words) => new TextEncoder().encode(words);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
/** @type {(lane: bigint, by: bigint) => bigint} */
const rotated = (lane, by) => ((lane << by) | (lane >> (64n - by))) & MASK;

/** Keccak-f[1600] of FIPS 202, on 25 lanes.
 *  @param {bigint[]} lanes */
function permute(lanes) {
  let feedback = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    for (let n = 0; n < 25; n++) lanes[n] ^= columns[(n + 4) % 5] ^ rotated(columns[(n + 1) % 5], 1n);
    let [x, y, moving] = [1, 0, lanes[1]];
    for (let step = 0; step < 24; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const held = lanes[x + 5 * y];
      lanes[x + 5 * y] = rotated(moving, BigInt((((step + 1) * (step + 2)) / 2) % 64));
      moving = held;
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5);
      for (let n = 0; n < 5; n++) lanes[row + n] = old[n] ^ (~old[(n + 1) % 5] & MASK & old[(n + 2) % 5]);
    }
    for (let bit = 0; bit < 7; bit++) {
      feedback = ((feedback << 1) ^ ((feedback >> 7) * 0x71)) % 256;
      if (feedback & 2) lanes[0] ^= 1n << BigInt((1 << bit) - 1);
    }
  }
}

export function shake256(data, length) {
  const rate = 136;
  const padded = new Uint8Array(Math.ceil((data.length + 1) / rate) * rate);
  padded.set(data);
  padded[data.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const lanes = Array.from({ length: 25 }, () => 0n);
  const lane = (at) => padded.subarray(at, at + 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  for (let block = 0; block < padded.length; block += rate) {
    for (let n = 0; n < rate / 8; n++) lanes[n] ^= lane(block + 8 * n);
    permute(lanes);
  }
  const out = new Uint8Array(length);
  for (let n = 0; n < length; n++) {
    if (n && n % rate === 0) permute(lanes);
    out[n] = Number((lanes[(n % rate) >> 3] >> BigInt(8 * (n % 8))) & 255n);
  }
  return out;
}

// The stream of one draw: whole numbers from its beginning, each of this many bits, lowest byte first.
function stream(root, draw) {
  const key = joined(root, bytes(draw.toString(16).padStart(16, "0")));
  let known = shake256(key, 4096);
  let read = 0;
  return (width) => {
    const from = read;
    read += (width + 7) >> 3;
    if (read > known.length) known = shake256(key, 2 * read);
    return Number(known.subarray(from, read).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & ((1n << BigInt(width)) - 1n));
  };
}

function below(bits, most) {
  const width = 32 - Math.clz32(most - 1);
  let number = bits(width);
  while (number >= most) number = bits(width);
  return number;
}

function shuffled(bits, cards) {
  const order = [...cards];
  const words = order.map(() => bits(32));
  for (let last = order.length - 1, n = 0; last > 0; last--, n++) {
    const product = BigInt(words[n]) * BigInt(last + 1);
    const again = Number(product & 0xffffffffn) < 2 ** 32 % (last + 1);
    const other = again ? below(bits, last + 1) : Number(product >> 32n);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const numbers = (of) => Array.from({ length: of }, (_, n) => n + 1);
const DRAWS = {
  shuffle: (bits, cards) => shuffled(bits, cards),
  roll: (bits, of) => Array.from({ length: of }, () => 1 + below(bits, 6)),
  spin: (bits, pockets) => pockets[below(bits, pockets.length)],
  draw: (bits, [take, of]) => shuffled(bits, numbers(of)).slice(0, take).sort((a, b) => a - b),
};

// What a browser can verify of a round: sentences, each with whether it is true.
export async function verified(round, shown = "") {
  if (!round.secret) return [{ says: "The secret of this round is not published yet.", good: false }];
  let root = await sha256(joined(text(`${round.table} ${round.round} `), bytes(round.secret)));
  const promise = hex(await sha256(root));
  const found = [{ says: `The secret is the one promised to table ${round.table} for round ${round.round}.`, good: promise === round.promise }];
  if (shown) found.push({ says: "The promise is the one you were shown before the round.", good: promise === shown });
  for (const [seat, seed] of round.seeds) {
    root = await sha256(joined(root, text(` ${seat} ${seed}`)));
    found.push({ says: `Seat ${seat} added the seed “${seed}”.`, good: true });
  }
  round.draws.forEach(({ do: kind, of, gives }, n) => {
    const again = DRAWS[kind](stream(root, n + 1), of);
    found.push({ says: `Draw ${n + 1}, a ${kind}, gives the same result.`, good: JSON.stringify(again) === JSON.stringify(gives) });
  });
  if (!round.draws.length) found.push({ says: "Nothing was drawn in this round: its cards come from a shoe shuffled in an earlier round.", good: true });
  return found;
}

// Is a head signed by the key it names? Nothing, if the browser does not know Ed25519.
export async function signedBy(head) {
  let root = head.head;
  for (const step of head.path) {
    const [left, right] = step[0] === "l" ? [step.slice(1), root] : [root, step.slice(1)];
    root = hex(await sha256(text(`node ${left} ${right}`)));
  }
  try {
    const key = await crypto.subtle.importKey("raw", bytes(head.key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, key, bytes(head.signature), text(`pitboss heads ${head.at} ${root}`));
  } catch {
    return null;
  }
}

async function asked(path) {
  const answer = await fetch(path);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.detail);
  return found;
}

async function look(form, list) {
  const table = form.table.value.trim();
  const found = await verified(await asked(`/api/tables/${table}/rounds/${form.round.value}`), form.shown.value.trim());
  const [head] = await asked(`/api/tables/${table}/heads?limit=1`);
  const signed = head ? await signedBy(head) : null;
  if (signed !== null) found.push({ says: `The house has signed its journal up to line ${head.lines} with the key ${head.key.slice(0, 16)}….`, good: signed });
  list.replaceChildren(...found.map(({ says, good }) => {
    const item = document.createElement("li");
    item.className = good ? "win" : "lose";
    item.textContent = `${good ? "✓" : "✗"} ${says}`;
    return item;
  }));
}

const form = globalThis.document?.getElementById("verify");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const list = document.getElementById("found");
  try {
    await look(form, list);
  } catch (problem) {
    list.textContent = problem.message;
  }
});
