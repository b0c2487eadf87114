import { heads } from './heads.ts';
import { honestPeople } from './honest.ts';
import { orders } from './order.ts';
import { replays } from './replays.ts';
import type { Species } from './species.ts';
import { stills } from './stills.ts';
import { swaps } from './swaps.ts';
import { tracks } from './tracks.ts';

/** Every kind of presentation, in the order of the report. */
export const SPECIES: readonly Species[] = [
  ...honestPeople,
  ...stills,
  ...replays,
  ...orders,
  ...tracks,
  ...swaps,
  ...heads,
];
