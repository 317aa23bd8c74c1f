/** The sounds of a table, synthesized here and off until somebody turns them on. */

let heard = null;

export const sounds = () => localStorage.getItem("sound") === "on";

/** Turn them on or off. */
export function sound(on) {
  localStorage.setItem("sound", on ? "on" : "off");
  if (on) play("chip");
}

/** Each sound as bursts: the delay, the pitch (0: a hiss), the length, the volume. */
const BURSTS = {
  chip: [[0, 2400, 0.03, 0.15], [0.04, 3100, 0.03, 0.1]],
  card: [[0, 0, 0.06, 0.12]],
  roll: [0, 0.09, 0.2, 0.33, 0.5].map((at) => [at, 700 - 400 * at, 0.04, 0.12]),
  spin: Array.from({ length: 14 }, (_, n) => [0.02 * n ** 1.55, 1500, 0.02, 0.08]),
  draw: [[0, 500, 0.05, 0.12], [0.1, 650, 0.05, 0.12]],
  win: [[0, 660, 0.12, 0.14], [0.1, 880, 0.18, 0.14]],
};
const KINDS = { deal: "card", show: "card", slide: "card", stake: "chip", return: "chip", wager: "chip", roll: "roll", spin: "spin", draw: "draw" };

/** The sound of an event. */
export const soundOf = ({ do: what, pays = 0 }) => (what === "settle" ? (pays ? "win" : "") : KINDS[what] ?? "");

export function play(name) {
  if (!sounds() || !(name in BURSTS)) return;
  heard ??= new AudioContext();
  for (const [after, pitch, long, loud] of BURSTS[name]) burst(heard.currentTime + after, pitch, long, loud);
}

function burst(at, pitch, long, loud) {
  const level = heard.createGain();
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + long);
  level.connect(heard.destination);
  const source = pitch ? tone(pitch) : hiss(long);
  source.connect(level);
  source.start(at);
  source.stop(at + long);
}

const tone = (frequency) => new OscillatorNode(heard, { type: "triangle", frequency });

function hiss(long) {
  const buffer = heard.createBuffer(1, Math.ceil(long * heard.sampleRate), heard.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = 2 * Math.random() - 1;
  return new AudioBufferSourceNode(heard, { buffer });
}
