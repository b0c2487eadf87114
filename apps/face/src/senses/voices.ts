/** What is needed of a `SpeechSynthesisVoice`. */
export interface Voice {
  lang: string;
  localService: boolean;
  default: boolean;
}

const plain = (tag: string): string => tag.toLowerCase().replace('_', '-');

/**
 * A voice for a language (BCP 47), or none. Only voices of the device itself: others send what they say to
 * somebody's server, and this page talks to nobody but its own service. Pure.
 */
export const voiceFor = <V extends Voice>(voices: readonly V[], tag: string): V | undefined => {
  const own = voices.filter((voice) => voice.localService);
  const wanted = plain(tag);
  const exact = own.filter(({ lang }) => plain(lang) === wanted);
  const same = own.filter(({ lang }) => plain(lang).split('-')[0] === wanted.split('-')[0]);
  return exact.find((voice) => voice.default) ?? exact[0] ?? same.find((voice) => voice.default) ?? same[0];
};

/**
 * Whether this device can speak a language; told again when its voices have loaded. Ends with the function
 * returned.
 */
export const watchVoice = (tag: string, tell: (speaks: boolean) => void): (() => void) => {
  const speech = 'speechSynthesis' in window ? window.speechSynthesis : null;
  const look = () => tell(!!speech && !!voiceFor(speech.getVoices(), tag));
  look();
  // Safari has the list, but not this event on it.
  speech?.addEventListener?.('voiceschanged', look);
  return () => speech?.removeEventListener?.('voiceschanged', look);
};

/** Only what is held in a hand vibrates. */
export const canVibrate = (): boolean =>
  'vibrate' in navigator &&
  typeof navigator.vibrate === 'function' &&
  matchMedia('(pointer: coarse)').matches;
