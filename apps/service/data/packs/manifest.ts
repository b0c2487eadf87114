import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from './problems.ts';

/** One file of a pack. */
export interface PackFile {
  file: string;
  /** The property of each feature that holds its ISO 3166 code. */
  property: string;
  /** 95 % error of its lines, metres. */
  error_m: number;
  /** Lower-case hex; the file is refused when it has another one. */
  sha256?: string;
}

/** What a pack says about itself in `borders.json`. */
export interface PackManifest {
  name: string;
  version: string;
  licence: string;
  attribution: string;
  source: string;
  /** Day, month or year of the data. */
  date: string;
  files: PackFile[];
}

export const PACK_MANIFEST = 'borders.json';
const MOST_BYTES = 1_000_000;
const MOST_FILES = 300;
/** With more, a position 30 km away from every line would be uncertain. */
const MOST_ERROR_M = 36_000;

const TEXTS = ['name', 'version', 'licence', 'attribution', 'source', 'date'] as const;
const FORMS: Partial<Record<(typeof TEXTS)[number], [RegExp, string]>> = {
  name: [/^[a-z0-9][a-z0-9.@/_-]{0,79}$/, 'lower-case letters, digits and . @ / _ -'],
  date: [/^\d{4}(-\d\d(-\d\d)?)?$/, 'a year, a month or a day: 2026, 2026-11 or 2026-11-23'],
};
/** Names of the command's own. */
const RESERVED = ['osm', 'none'];

/** Reads `borders.json` of a pack and checks every field. */
export function readPackManifest(folder: string): PackManifest {
  const value = parsed(folder);
  for (const name of TEXTS) checkText(name, value[name]);
  if (RESERVED.includes(value.name as string)) wrong(`"name" must not be "${value.name}"`);
  const { files } = value;
  if (!Array.isArray(files) || files.length === 0) return wrong('"files" must list at least one file');
  if (files.length > MOST_FILES) wrong(`"files" lists ${files.length} files, at most ${MOST_FILES} are read`);
  for (const [i, file] of files.entries()) checkFile(file ?? {}, `files[${i}]`);
  const names = files.map(({ file }: PackFile) => file);
  const twice = names.find((file, i) => names.indexOf(file) !== i);
  if (twice) wrong(`"files" names ${twice} twice`);
  return value as unknown as PackManifest;
}

const wrong: (problem: string) => never = (problem) => refuse(`${PACK_MANIFEST}: ${problem}.`);

function parsed(folder: string): Record<string, unknown> {
  const path = join(folder, PACK_MANIFEST);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile())
    return refuse(`There is no ${PACK_MANIFEST} in the folder. docs/borders.md shows what belongs into it.`);
  if (found.size > MOST_BYTES) wrong(`it has ${found.size} bytes, at most ${MOST_BYTES} are read`);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    wrong(`it is not JSON, or it is cut off (${(error as Error).message})`);
  }
  return wrong('it must be one JSON object');
}

function checkText(name: (typeof TEXTS)[number], text: unknown): void {
  if (text === undefined) wrong(`"${name}" is missing`);
  if (typeof text !== 'string' || text.trim() === '' || text.length > 1_000)
    wrong(`"${name}" must be a text of 1 to 1,000 characters`);
  const [form, words] = FORMS[name] ?? [];
  if (form && !form.test(text)) wrong(`"${name}" must be ${words}`);
}

function checkFile({ file, property, error_m, sha256 }: Partial<PackFile>, at: string): void {
  if (typeof file !== 'string' || !/^[\w][\w. -]{0,120}$/.test(file) || file === PACK_MANIFEST)
    wrong(`${at}: "file" must be the name of a file in the folder, without a path`);
  if (typeof property !== 'string' || property === '')
    wrong(`${at} (${file}): "property" must name the property that holds the ISO code`);
  if (typeof error_m !== 'number' || !(error_m >= 1 && error_m <= MOST_ERROR_M))
    wrong(`${at} (${file}): "error_m" must be a number of metres from 1 to ${MOST_ERROR_M}`);
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
    wrong(`${at} (${file}): "sha256" must be 64 lower-case hex digits`);
}
