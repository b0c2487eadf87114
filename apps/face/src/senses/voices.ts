/** The part of a `SpeechSynthesisVoice` that is used here. */
interface Voice {
  lang: string;
  localService: boolean;
  default: boolean;
}

const plain = (tag: string): string => tag.toLowerCase().replace('_', '-');

/**
 * A voice for a language (BCP 47), or undefined. Only voices of the device itself: others send the text to
 * a foreign server, and this page talks only to its own service. Pure.
 */
export const voiceFor = <V extends Voice>(voices: readonly V[], tag: string): V | undefined => {
  const own = voices.filter((voice) => voice.localService);
  const wanted = plain(tag);
  const exact = own.filter(({ lang }) => plain(lang) === wanted);
  const same = own.filter(({ lang }) => plain(lang).split('-')[0] === wanted.split('-')[0]);
  return exact.find((voice) => voice.default) ?? exact[0] ?? same.find((voice) => voice.default) ?? same[0];
};

/**
 * Reports whether this device can speak a language, and again when its voices have loaded. Returns a
 * function that stops watching.
 */
export const watchVoice = (tag: string, tell: (speaks: boolean) => void): (() => void) => {
  const speech = 'speechSynthesis' in window ? window.speechSynthesis : null;
  const look = () => tell(!!speech && !!voiceFor(speech.getVoices(), tag));
  look();
  // Safari has the list of voices, but not this event on it.
  speech?.addEventListener?.('voiceschanged', look);
  return () => speech?.removeEventListener?.('voiceschanged', look);
};

/** Only handheld devices vibrate. */
export const canVibrate = (): boolean =>
  'vibrate' in navigator &&
  typeof navigator.vibrate === 'function' &&
  matchMedia('(pointer: coarse)').matches;
