import type { Guidance } from '../guidance/guidance.ts';
import { pause } from '../service/call.ts';

export interface LightColour {
  /** `#rrggbb`. */
  colour: string;
  ms: number;
}

/** White before and after the colours: the camera settles, and the first and the last colour are changes too. */
const WHITE = '#ffffff';
const WHITE_MS = 500;

interface Lamp {
  /** Sets the colour around the oval; null for the page's own. */
  colour(colour: string | null): void;
  /** The clock of the frames and of the clip. */
  elapsed(): number;
  guidance: Guidance | null;
}

/** The colours of a challenge; null if it has none. */
export const lightIn = ({ light }: Record<string, unknown>): readonly LightColour[] | null =>
  Array.isArray(light) && light.length > 0 ? (light as LightColour[]) : null;

/**
 * Shows the colours, each for its time from its own beginning: the service refuses one that a late one before it
 * has shortened. Returns when each was shown and when the last one ended, and whether the face was there all the time.
 */
export const showLight = async (
  light: readonly LightColour[],
  { colour, elapsed, guidance }: Lamp,
  signal: AbortSignal,
): Promise<{ times: number[]; seen: boolean }> => {
  const times: number[] = [];
  let seen = true;
  try {
    colour(WHITE);
    await pause(WHITE_MS, signal);
    for (const each of light) {
      colour(each.colour);
      times.push(elapsed());
      await pause(each.ms, signal);
      const facts = guidance?.isLive() ? guidance.facts() : null;
      if (facts && !facts.face) seen = false;
    }
    colour(WHITE);
    times.push(elapsed());
    await pause(WHITE_MS, signal);
    return { times, seen };
  } finally {
    colour(null);
  }
};
