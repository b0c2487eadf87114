import type { FramePlace } from '../../frames/store.ts';

/** The context that is bound into a sealed frame, so that no frame can stand in for another. */
export const frameAad = (place: FramePlace, index: number): string =>
  `frame|${place.org}|${place.env}|${place.session_id}|${place.attempt_id}|${index}`;

export const frameDigestAad = (place: FramePlace, index: number): string =>
  `${frameAad(place, index)}|sha256`;
