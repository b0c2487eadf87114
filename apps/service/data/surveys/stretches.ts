interface Stretch {
  /** The two areas of the line, in the order of the alphabet. */
  between: string;
  /** The part of the line between these latitudes. */
  south: number;
  north: number;
  error_m: number;
}

/**
 * Where OpenStreetMap draws a line between two states more than 100 m elsewhere: in lakes, where a line is not surveyed
 * on the ground, along the dammed Colorado, and on two long straight lines of Nevada. Neither drawing can be sure there
 * (`docs/decisions/border-lines.md`).
 */
const STRETCHES: readonly Stretch[] = [
  { between: 'US-MI US-MN', south: 40, north: 50, error_m: 2_000 },
  { between: 'US-MI US-WI', south: 46.6, north: 50, error_m: 2_000 }, // In Lake Superior
  { between: 'US-MI US-WI', south: 40, north: 44.9, error_m: 2_000 }, // In Lake Michigan
  { between: 'US-AZ US-CA', south: 34.2, north: 35.1, error_m: 700 },
  { between: 'US-AZ US-NV', south: 34.9, north: 36.2, error_m: 700 },
  { between: 'US-AZ US-NV', south: 36.2, north: 37.1, error_m: 500 },
  { between: 'US-ID US-NV', south: 41, north: 43, error_m: 500 },
];

/** The lines of which some part declares more, such as `US-MI US-MN`. */
export const WIDER_LINES: ReadonlySet<string> = new Set(STRETCHES.map(({ between }) => between));

/** The error of a line between two areas of a survey at this latitude; 0 where the survey's own holds. */
export const stretchError = (between: string, lat: number): number =>
  Math.max(
    0,
    ...STRETCHES.filter((each) => each.between === between && lat > each.south && lat < each.north).map(
      ({ error_m }) => error_m,
    ),
  );
