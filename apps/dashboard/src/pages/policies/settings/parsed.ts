const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const CODES = ['allow', 'deny'] as const;

/**
 * A file as a definition. The service judges it whole; here only what the form could not show is turned away. What
 * `policies get` prints, with the definition inside, is taken too.
 */
export function parsedDefinition(text: string): { definition: unknown; problem: string | null } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { definition: null, problem: `This is not JSON: ${(error as Error).message}.` };
  }
  if (isObject(value) && isObject(value.definition) && typeof value.version === 'number')
    value = value.definition;
  const problem = problemOf(value);
  return { definition: problem ? null : value, problem };
}

function problemOf(value: unknown): string | null {
  if (!isObject(value)) return 'A policy is an object with a name.';
  if (typeof value.name !== 'string') return '“name” is missing.';
  const { rule, actions, transaction_types } = value;
  if (transaction_types !== undefined && !isTexts(transaction_types))
    return '“transaction_types” is a list of texts.';
  if (actions !== undefined && !isObject(actions)) return '“actions” is an object.';
  for (const name of ['retry', 'recheck', 'review', 'handoff', 'trusted_places'])
    if (value[name] !== undefined && !isObject(value[name])) return `“${name}” is an object.`;
  if (rule === undefined) return null;
  if (!isObject(rule)) return '“rule” is an object.';
  const codes = CODES.find((name) => rule[name] !== undefined && !isTexts(rule[name]));
  if (codes) return `“rule.${codes}” is a list of codes, such as "US-NJ".`;
  if (rule.shapes !== undefined && !Array.isArray(rule.shapes)) return '“rule.shapes” is a list.';
  const wrong = ((rule.shapes as unknown[] | undefined) ?? []).findIndex((shape) => !isShape(shape));
  return wrong < 0 ? null : `Shape ${wrong + 1} is neither a polygon nor a circle.`;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isPoint = (value: unknown): boolean => Array.isArray(value) && isNumber(value[0]) && isNumber(value[1]);
const isRing = (value: unknown): boolean => Array.isArray(value) && value.length >= 4 && value.every(isPoint);

function isShape(value: unknown): boolean {
  if (!isObject(value) || typeof value.effect !== 'string') return false;
  const { polygon, circle } = value;
  if (circle !== undefined)
    return isObject(circle) && [circle.lat, circle.lng, circle.radius_m].every(isNumber);
  return Array.isArray(polygon) && polygon.length > 0 && polygon.every(isRing);
}
