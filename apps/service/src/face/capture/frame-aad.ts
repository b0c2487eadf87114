import type { FramePlace } from '../../frames/store.ts';

/** What is bound into a sealed frame, so that none can be put in another's place. */
export const frameAad = (place: FramePlace, index: number): string =>
  `frame|${place.org}|${place.env}|${place.session_id}|${place.attempt_id}|${index}`;
