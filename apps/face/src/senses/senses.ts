/** Ways to follow the capture besides looking at it. Each is off until the person turns it on. */
export interface Senses {
  speech: boolean;
  tones: boolean;
  vibration: boolean;
}
export const NO_SENSES: Senses = { speech: false, tones: false, vibration: false };
