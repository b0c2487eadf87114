import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide, ENGINE_VERSION } from '../src/geolocation/decision.ts';
import { engineCases } from './engine-cases.ts';

export const GOLDEN = join(import.meta.dirname, '../src/geolocation/engines/golden');

/**
 * Writes what the present engine answers to every case. After an intended change of an engine that was not released yet:
 *
 *   node apps/service/testing/engine-golden.ts
 *
 * Golden files of earlier engines are never written again.
 */
if (import.meta.main) {
  const lines = engineCases().map(({ name, input }) =>
    JSON.stringify({ name, input, decision: decide(input) }),
  );
  const file = join(GOLDEN, `${ENGINE_VERSION}.json`);
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${lines.length} cases of engine ${ENGINE_VERSION} in ${file}.`);
}
