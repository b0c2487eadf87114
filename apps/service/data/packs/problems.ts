/** What is wrong with a pack, each with its place, so that its maker finds it. */
export class PackProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    const more = problems.length - SHOWN;
    super([...problems.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    this.problems = problems;
  }
}

/** A pack with one fault often has it in every feature. */
const SHOWN = 20;

export const refuse: (problem: string) => never = (problem) => {
  throw new PackProblems([problem]);
};

/** Where an area of a pack comes from. */
export interface Origin {
  file: string;
  /** Number of the feature in its file, from 0. */
  feature: number;
  code: string;
}

export const placeOf = ({ file, feature, code }: Origin): string => `${file}, feature ${feature} (${code})`;

/** Longitude and latitude as GeoJSON writes them. */
export const pointText = (point: readonly unknown[]): string => JSON.stringify(point.slice(0, 2));
