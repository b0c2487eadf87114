import { SECTIONS } from '../fields/all.ts';

/** Parts of the page beside the sections of the form. */
export const TOOLS = [
  { name: 'compare', title: 'What changes' },
  { name: 'versions', title: 'Versions' },
  { name: 'json', title: 'JSON' },
  { name: 'use', title: 'Use it' },
] as const;

export type PartName = string;

const partNames: readonly PartName[] = [...SECTIONS, ...TOOLS].map(({ name }) => name);
export const isPart = (name: unknown): name is PartName =>
  typeof name === 'string' && partNames.includes(name);
