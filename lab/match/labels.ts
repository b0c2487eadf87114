import { readFileSync } from 'node:fs';
import { LEAST_PEOPLE } from '../../apps/service/src/face/decision/calibration.ts';

/**
 * What is known about the people of a set, for counting alone: `{ "person": { "attribute": "value" } }`. Of
 * several values of one attribute, separated by commas, the rarest counts, so that the few are not counted
 * among the many.
 */
export type Labels = Record<string, Record<string, string>>;

/** People who are compared with each other alone: those of one cell, or of each of several small cells. */
export interface Group {
  name: string;
  /** The people of each cell. */
  cells: readonly ReadonlySet<string>[];
  people: number;
}

export function readLabels(file: string): Labels {
  const labels: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isOne = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const isText = (value: unknown) => typeof value === 'string';
  const isSet = isOne(labels) && Object.values(labels).every(isOne);
  if (!isSet || !Object.values(labels).every((person) => Object.values(person).every(isText)))
    throw new Error(`${file} must be an object { "person": { "attribute": "value", … }, … }`);
  return labels as Labels;
}

/**
 * The groups of these people: by each attribute, and by each two together. Cells of fewer than `least` people
 * make one group, in which only people of the same cell are compared.
 */
export function groupsOf(labels: Labels, people: readonly string[], least = LEAST_PEOPLE): Group[] {
  const valued = people.map((person) => [person, new Map(valuesOf(labels, person))] as const);
  const attributes = [...new Set(valued.flatMap(([, values]) => [...values.keys()]))].sort();
  const pairs = attributes.flatMap((one, i) => attributes.slice(i + 1).map((other) => [one, other]));
  return [...attributes.map((one) => [one]), ...pairs].flatMap((chosen) => {
    const cells = new Map<string, Set<string>>();
    for (const [person, values] of valued) {
      if (!chosen.every((attribute) => values.has(attribute))) continue;
      const name = chosen.map((attribute) => values.get(attribute)).join(', ');
      cells.set(name, (cells.get(name) ?? new Set()).add(person));
    }
    const all = [...cells].sort(([, a], [, b]) => b.size - a.size);
    const small = all.filter(([, cell]) => cell.size < least).map(([, cell]) => cell);
    return [
      ...all
        .filter(([, cell]) => cell.size >= least)
        .map(([name, cell]) => ({ name, cells: [cell], people: cell.size })),
      ...(small.length === 0 ? [] : [pooled(chosen, small)]),
    ];
  });
}

const pooled = (attributes: readonly string[], cells: readonly Set<string>[]): Group => ({
  name: `${cells.length} smaller ones by ${attributes.join(' and ')}, pooled`,
  cells,
  people: cells.reduce((sum, { size }) => sum + size, 0),
});

function valuesOf(labels: Labels, person: string): [string, string][] {
  return Object.entries(labels[person] ?? {}).map(([attribute, values]) => {
    const times = (value: string) => timesOf(labels).get(`${attribute} ${value}`)!;
    return [attribute, values.split(',').toSorted((a, b) => times(a) - times(b))[0]!];
  });
}

const counted = new WeakMap<Labels, Map<string, number>>();

function timesOf(labels: Labels): Map<string, number> {
  const known = counted.get(labels);
  if (known) return known;
  const times = new Map<string, number>();
  for (const attributes of Object.values(labels))
    for (const [attribute, values] of Object.entries(attributes))
      for (const value of values.split(',').map((each) => `${attribute} ${each}`))
        times.set(value, (times.get(value) ?? 0) + 1);
  counted.set(labels, times);
  return times;
}
