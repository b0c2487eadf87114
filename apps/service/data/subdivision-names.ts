import { decodePack } from '../src/geolocation/geodata/packed/pack-file.ts';
import type { readIso } from './boundaries.ts';
import type { CompiledPack } from './topology.ts';

/** Names of the codes that are younger than the source (`NEWER_CODES`). */
const NEWER: Record<string, string> = {
  'NO-31': 'Østfold',
  'NO-32': 'Akershus',
  'NO-33': 'Buskerud',
  'NO-39': 'Vestfold',
  'NO-40': 'Telemark',
  'NO-55': 'Troms',
  'NO-56': 'Finnmark',
};

/** The name of every subdivision whose lines there are, as ISO 3166-2 lists it. */
export function namesOf({ named }: ReturnType<typeof readIso>, packs: readonly CompiledPack[]) {
  const used = packs.flatMap(({ bytes }) =>
    decodePack(bytes).regions.flatMap(({ code, within }) => [...(code ? [code] : []), ...within]),
  );
  const missing = new Set<string>();
  const found = [...new Set(used)].toSorted().flatMap((code) => {
    const name = NEWER[code] ?? named.get(code);
    if (!name) missing.add(code);
    return name ? [[code, name] as const] : [];
  });
  if (missing.size > 0) throw new Error(`no name for ${[...missing].join(', ')}`);
  return Object.fromEntries(found);
}
