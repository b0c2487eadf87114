import type { Moment, Tone } from './moments.ts';
import { type Said, waitFor } from './pace.ts';
import type { Senses } from './senses.ts';
import { voiceFor } from './voices.ts';

/**
 * Notes of a tone: frequency in Hz, start and length in s. Rising notes mean better, falling ones worse;
 * every tone is short.
 */
const NOTES: Record<Tone, readonly (readonly [hertz: number, start: number, length: number])[]> = {
  lost: [
    [294, 0, 0.12],
    [220, 0.13, 0.16],
  ],
  nearer: [
    [440, 0, 0.08],
    [554, 0.09, 0.1],
  ],
  held: [[659, 0, 0.09]],
  taken: [[880, 0, 0.12]],
  done: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.22],
  ],
};
const LOUDNESS = 0.14;

/** Vibration pattern, on and off in ms. None for `nearer`: vibration makes it harder to hold still. */
const SHAKES: Partial<Record<Tone, number[]>> = {
  lost: [90, 70, 90],
  held: [25],
  taken: [60],
  done: [60, 60, 60, 60, 140],
};

/** Tones of one kind in quick succession would rattle. */
const TONE_GAP_MS = 500;

interface Player {
  play(moment: Moment, senses: Senses, tag: string): void;
  /** Must be called within a tap or a key press: browsers allow no sound before one. */
  unlock(senses: Senses): void;
  silence(): void;
}

/** The voice. A hint waits its turn; an urgent text interrupts. */
const openSpeech = () => {
  let said: Said | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const speech = 'speechSynthesis' in window ? window.speechSynthesis : undefined;
  const speak = (text: string, tag: string, now: boolean) => {
    const voice = speech && voiceFor(speech.getVoices(), tag);
    if (!speech || !voice) return;
    if (now) speech.cancel();
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    speech.speak(utterance);
    said = { text, at: performance.now() };
  };
  return {
    say({ say: text, now = false }: Moment, tag: string): void {
      if (!text) return;
      clearTimeout(waiting);
      // A later hint replaces one that is still waiting: only the newest hint is true.
      if (now) speak(text, tag, true);
      else waiting = setTimeout(() => speak(text, tag, !!said), waitFor(text, performance.now(), said));
    },
    silence(): void {
      clearTimeout(waiting);
      speech?.cancel();
    },
  };
};

const playNotes = (audio: AudioContext, tone: Tone): void => {
  for (const [hertz, start, length] of NOTES[tone]) {
    const from = audio.currentTime + start;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.frequency.value = hertz;
    // Without a ramp at both ends the tone clicks.
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.015);
    gain.gain.linearRampToValueAtTime(0, from + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(from);
    oscillator.stop(from + length + 0.02);
  }
};

/** Speaks, plays tones and vibrates. Silently leaves out what the browser does not have. */
export const openPlayer = (): Player => {
  let audio: AudioContext | undefined;
  let sounded = Number.NEGATIVE_INFINITY;
  const { say, silence } = openSpeech();
  return {
    play(moment, senses, tag) {
      if (senses.speech) say(moment, tag);
      const { tone } = moment;
      if (!tone || performance.now() - sounded < TONE_GAP_MS) return;
      sounded = performance.now();
      if (senses.tones && audio?.state === 'running') playNotes(audio, tone);
      const shake = SHAKES[tone];
      if (senses.vibration && shake) navigator.vibrate?.(shake);
    },
    unlock({ tones }) {
      if (!tones || typeof AudioContext === 'undefined') return;
      audio ??= new AudioContext();
      if (audio.state === 'suspended') audio.resume().catch(() => {});
    },
    silence,
  };
};
