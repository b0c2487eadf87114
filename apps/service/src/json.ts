/**
 * Finds a duplicate key. JSON.parse keeps the last of two equal keys; a proxy that reads the first one then
 * sees another request than we do. A key `__proto__` counts as duplicate, because every object has one.
 * Returns the name of the first such key, or null. `text` must be valid JSON.
 *
 * It reads the text once; a key is any string that is followed by a colon.
 */
function duplicateKey(text: string): string | null {
  const scopes: (Set<string> | null)[] = [];
  let at = 0;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c === 0x22) {
      const start = at++;
      while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
      at++;
      const scope = scopes[scopes.length - 1];
      if (scope && isColonNext(text, at)) {
        const raw = text.slice(start + 1, at - 1);
        const key = raw.includes('\\') ? (JSON.parse(text.slice(start, at)) as string) : raw;
        if (scope.has(key) || key === '__proto__') return key;
        scope.add(key);
      }
      continue;
    }
    if (c === 0x7b) scopes.push(new Set());
    else if (c === 0x5b) scopes.push(null);
    else if (c === 0x7d || c === 0x5d) scopes.pop();
    at++;
  }
  return null;
}

function isColonNext(text: string, from: number): boolean {
  let at = from;
  for (
    let c = text.charCodeAt(at);
    c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
    c = text.charCodeAt(at)
  )
    at++;
  return text.charCodeAt(at) === 0x3a;
}

export class JsonError extends Error {
  readonly path: string | null;
  constructor(message: string, path: string | null = null) {
    super(message);
    this.path = path;
  }
}

/** Strict JSON: UTF-8, no duplicate keys, no `__proto__` key, nested at most 32 deep. Throws JsonError. */
export function parseJson(bytes: Uint8Array | string): unknown {
  const text = typeof bytes === 'string' ? bytes : decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError('not valid JSON');
  }
  const twice = duplicateKey(text);
  if (twice === '__proto__') throw new JsonError('this key is not allowed', twice);
  if (twice !== null) throw new JsonError('the same key stands twice in one object', twice.slice(0, 64));
  if (deeper(value, 32)) throw new JsonError('nested more than 32 levels deep');
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new JsonError('not valid UTF-8');
  }
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && deeper(inner, levels - 1)) return true;
  return false;
}
