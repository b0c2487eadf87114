import type { Found } from './search.ts';

export type Say = (line: string) => void;

const MB = 2 ** 20;
const total = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);

/** What a search found, in a few lines. */
export function tell(name: string, found: Found, say: Say): void {
  const parts = [...found.bytes].map(([part, bytes]) => `${part} ${(bytes / MB).toFixed(1)}`);
  const mb = total(found.bytes.values()) / MB;
  say(`${name}: ${mb.toFixed(0)} MB searched in ${found.took_s.toFixed(0)} s (MB: ${parts.join(', ')})`);
  say(`  wrapped keys found: ${found.wrapped}; sealed records found: ${found.sealed}`);
  const opened = [...found.opened].map(([where, count]) => `${where} ${count}`).join(', ');
  say(`  opened with the root key and what lies there: ${opened || 'none'}`);
  for (const [kind, { count, files }] of found.raw)
    say(`  in the clear: ${count} × ${kind} in ${[...files].slice(0, 5).join(', ')}`);
}

/** After an erasure, nothing may be found or opened. */
export function nothingLeft(name: string, { raw, prints, wrapped, opened }: Found): string[] {
  const wrong = [...raw].map(
    ([kind, { count, files }]) => `${name}: ${count} × ${kind} in the clear, in ${[...files].slice(0, 3)}`,
  );
  if (prints > 0) wrong.push(`${name}: ${prints} × print of a frame in the clear`);
  if (wrapped > 0) wrong.push(`${name}: ${wrapped} wrapped data keys`);
  for (const [where, count] of opened) wrong.push(`${name}: ${count} × ${where} can be opened`);
  return wrong;
}

/** The search itself must find what is there. */
export function searchWorks({ wrapped, opened }: Found, people: number): string[] {
  const wrong: string[] = [];
  if (wrapped < people) wrong.push(`control: only ${wrapped} of ${people} wrapped keys were found`);
  for (const where of ['verification.position_sealed', 'face_template.sealed', 'customer.id_sealed', 'frame'])
    if ((opened.get(where) ?? 0) < people)
      wrong.push(`control: only ${opened.get(where) ?? 0} × ${where} opened`);
  return wrong;
}
