/** The sounds, made by WebAudio without any file; silent until the first touch, as browsers want. */
import { volume } from "./settings";

let audio: AudioContext | null = null;

/** Call once: the first touch or key opens the loudspeaker. */
export function openSoundAtFirstTouch(): void {
  const open = () => {
    if (volume.value > 0) audio ??= new AudioContext();
  };
  addEventListener("pointerdown", open, { passive: true });
  addEventListener("keydown", open);
}

/** A card is drawn: a short rising pluck. */
export const soundDraw = (): void => tone(330, 520, 0.12, "triangle");

/** A card is laid: a soft knock. */
export const soundLay = (): void => tone(210, 120, 0.14, "sine");

/** Somebody has won: three steps up. */
export function soundWin(): void {
  [523, 659, 784].forEach((pitch, step) => tone(pitch, pitch, 0.3, "triangle", step * 0.16));
}

/** Hisss: noise, high and swelling. */
export function soundHiss(): void {
  if (!audio || volume.value === 0) return;
  const seconds = 0.9;
  const buffer = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const high = new BiquadFilterNode(audio, { type: "bandpass", frequency: 6200, Q: 0.8 });
  noise.connect(high).connect(swell(audio, 0.5, seconds, 0));
  noise.start();
}

function tone(from: number, to: number, seconds: number, type: OscillatorType, after = 0): void {
  if (!audio || volume.value === 0) return;
  const start = audio.currentTime + after;
  const pluck = new OscillatorNode(audio, { type, frequency: from });
  pluck.frequency.linearRampToValueAtTime(to, start + seconds);
  pluck.connect(swell(audio, 0.3, seconds, after));
  pluck.start(start);
  pluck.stop(start + seconds);
}

function swell(to: AudioContext, loud: number, seconds: number, after: number): GainNode {
  const start = to.currentTime + after;
  const gain = new GainNode(to, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud * volume.value, start + seconds * 0.2);
  gain.gain.linearRampToValueAtTime(0, start + seconds);
  gain.connect(to.destination);
  return gain;
}
