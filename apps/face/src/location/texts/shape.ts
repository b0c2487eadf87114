import type { en } from './en.ts';

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
/** A missing or a surplus key is a type error. */
export type LocationTexts = Shape<typeof en>;
