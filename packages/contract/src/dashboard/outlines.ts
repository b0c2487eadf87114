/**
 * Outlines for the maps of the dashboard, below `/dashboard/outlines/`: files, and no endpoints. Coordinates are
 * longitude, latitude, … in one flat list, and rings are filled by the even-odd rule.
 */

/** One area of a map: a country or a part of one. */
export interface Area {
  /** Its number in the data, which is the same in every file of its country. */
  id: number;
  country: string;
  /** ISO 3166-2; null for a whole country, or where no single code covers the area. */
  code: string | null;
  /** Upper-level codes that also cover it. */
  within: string[];
  /** Of a subdivision; pages name countries themselves. */
  name: string | null;
  rings: number[][];
}

/** The land as maps of small scale show it: where the lines of decisions end in the sea, a country looks like a box. */
export interface LandFile {
  land: number[][];
}

export interface WorldFile extends LandFile {
  areas: Area[];
}

export interface CountryFile {
  areas: Area[];
  /** The country as a whole, where another line than that of its areas decides about rules that name it. */
  whole: number[][];
}

/** The borders in use. */
export interface Current {
  /** Part of the address of each file: newer borders have another one. */
  name: string;
  countries: readonly string[];
  /** Those whose files leave points out, which files of what is close have: `US@40.5,-74.json`. */
  surveyed: readonly string[];
  /** Who made the operator's own borders; null without any. */
  attribution: string | null;
}
