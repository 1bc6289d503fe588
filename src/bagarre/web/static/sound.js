// @ts-check
/** Small sounds made here. On until the player switches them off; a browser lets a page sound once it was touched. */
import { keep, recall } from "./memory.js";

/** @typedef {[string, number, number, number, number?]} Note wave, hertz, start, seconds, volume */

/** @type {Record<string, Note[]>} */
const sounds = {
  turn: [
    ["triangle", 523, 0, 0.09, 0.25],
    ["triangle", 784, 0.1, 0.14, 0.25],
  ],
  choose: [["sine", 330, 0, 0.05, 0.2]],
  win: [
    ["triangle", 523, 0, 0.12],
    ["triangle", 659, 0.12, 0.12],
    ["triangle", 784, 0.24, 0.12],
    ["triangle", 1047, 0.36, 0.25],
  ],
  lose: [
    ["triangle", 330, 0, 0.18, 0.2],
    ["triangle", 262, 0.18, 0.28, 0.2],
  ],
};
/** @type {AudioContext | null} */
let context = null;

export const isOn = () => recall("bagarre.sound") !== "off";

/** @param {boolean} on */
export function switchSound(on) {
  keep("bagarre.sound", on ? "on" : "off");
  if (on) play("turn");
}

/** @param {string} address of the game's sounds */
export async function load(address) {
  if (!address) return;
  const answer = await fetch(address);
  if (answer.ok) Object.assign(sounds, await answer.json());
}

/** @param {string} name */
export function play(name) {
  const notes = sounds[name];
  if (!notes || !isOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const begin = context.currentTime + 0.01;
  for (const [wave, hertz, start, seconds, volume = 0.3] of notes) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(volume, begin + start);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + start + seconds);
    gain.connect(context.destination);
    const source = wave === "noise" ? noise(context, seconds) : tone(context, wave, hertz);
    source.connect(gain);
    source.start(begin + start);
    source.stop(begin + start + seconds);
  }
}

/** @param {AudioContext} audio @param {string} wave @param {number} hertz */
function tone(audio, wave, hertz) {
  const oscillator = audio.createOscillator();
  oscillator.type = /** @type {OscillatorType} */ (wave);
  oscillator.frequency.value = hertz;
  return oscillator;
}

/** @param {AudioContext} audio @param {number} seconds */
function noise(audio, seconds) {
  const buffer = audio.createBuffer(1, Math.max(1, audio.sampleRate * seconds), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}
