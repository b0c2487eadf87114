import type { policies } from '@standpoint/contract';

export type PolicyField = policies.PolicyField;

/** The shapes of the policy, by which a person knows them: in order, with their names. */
type Named = readonly { name?: string | undefined }[];

/** Where a problem lies, in words: "rule.allow" is the list of allowed regions. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^rule\.shapes/, 'Shapes'],
  [/^rule\.allow/, 'Allowed regions'],
  [/^rule\.deny/, 'Denied regions'],
  [/^actions\./, 'Checks'],
  [/^transaction_types/, 'Decides for'],
  [/^name/, 'Name'],
];

/** A request names its own field, and numbers in a path stand after a dot there. */
const plain = (path: string): string => path.replace(/^definition\./, '').replaceAll(/\.(\d+)/g, '[$1]');

export function problemWords({ path, message }: PolicyField, shapes: Named = []): string {
  if (message.startsWith('“')) return message;
  const at = plain(path);
  const ofShape = /^rule\.shapes\[(\d+)\](.*)$/.exec(at);
  if (ofShape) return shapeWords(Number(ofShape[1]), ofShape[2]!, message, shapes);
  const place = PLACES.find(([pattern]) => pattern.test(at))?.[1];
  return `${place ?? path}: ${message}`;
}

const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^\.polygon\[\d+\]\[\d+\]\[0\]|\.lng$/, 'longitude'],
  [/^\.polygon\[\d+\]\[\d+\]\[1\]|\.lat$/, 'latitude'],
  [/\.radius_m$/, 'radius in metres'],
  [/\.buffer_m$/, 'buffer in metres'],
  [/\.boundary_error_m$/, 'error of its border in metres'],
];
const FURTHER = 'Past the 180th meridian, longitudes go on from −180.';

function shapeWords(number: number, field: string, message: string, shapes: Named): string {
  const name = shapes[number]?.name;
  const shape = name ? `“${name}”` : `Shape ${number + 1}`;
  const what = FIELDS.find(([pattern]) => pattern.test(field))?.[1];
  // Whole sentences come from the check of shapes, and parts of one from the check of single fields.
  if (!what || /^[A-Z]/.test(message)) return `${shape}: ${message}`;
  const point = /^\.polygon\[\d+\]\[(\d+)\]/.exec(field);
  const of = point ? ` of point ${Number(point[1]) + 1}` : '';
  return `${shape}: the ${what}${of} ${message}.${what === 'longitude' ? ` ${FURTHER}` : ''}`;
}
