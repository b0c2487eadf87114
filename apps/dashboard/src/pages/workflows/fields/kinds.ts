export interface Choice {
  value: string;
  label: string;
  /** What it means for the person who is checked. */
  line?: string;
}

export type Kind =
  | { kind: 'text'; most: number }
  | { kind: 'colour' }
  | { kind: 'switch' }
  | { kind: 'number'; unit: string; least: number; most: number; decimal?: true }
  | { kind: 'choice'; choices: readonly Choice[] }
  /** `usually`: what holds while nothing is set. An empty list is a choice of its own. */
  | { kind: 'many'; choices: readonly Choice[]; usually: readonly string[] }
  | { kind: 'list'; one: string; example: string }
  /** A text for each language. */
  | { kind: 'languages'; most: number }
  /** Words of the page itself, for each language. */
  | { kind: 'page-texts' };

/** One setting of a workflow. */
export interface Field {
  /** Its place in the file, which problems name too. */
  place: string;
  title: string;
  /** What it does, and what that means for the person. */
  line: string;
  field: Kind;
  /** What holds while it is not set, where that is one value. */
  initial?: unknown;
  /** The same in words. */
  usual?: string;
}

export interface Section {
  /** In the address. */
  name: string;
  title: string;
  about: string;
  fields: readonly Field[];
}
