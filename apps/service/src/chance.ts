import { randomInt } from 'node:crypto';

/** A whole number from 0 to `below` − 1. */
export type Draw = (below: number) => number;
/** The system's CSPRNG: no number tells anything about the next one. */
export const cryptoDraw: Draw = (below) => randomInt(below);
