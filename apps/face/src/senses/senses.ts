/** Ways to perceive the capture beside looking at it; each is off until the person wishes it. */
export interface Senses {
  speech: boolean;
  tones: boolean;
  vibration: boolean;
}
export const NO_SENSES: Senses = { speech: false, tones: false, vibration: false };
