import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideAttempt, type FaceDecided, type FaceInput } from '../../src/face/decision/engines.ts';
import { FACE_ENGINE_VERSION } from '../../src/face/decision/judge.ts';
import { decide, ENGINE_VERSION } from '../../src/geolocation/decision/decision.ts';
import { faceCases } from '../face/cases.ts';
import { engineCases } from './cases.ts';

const GOLDEN = join(import.meta.dirname, '../../src/geolocation/decision/engines/golden');
const FACE_GOLDEN = join(import.meta.dirname, '../../src/face/decision/engines/golden');

/**
 * Writes the answers of each area's present engine to every case. Run it after an intended change of an
 * engine that is not released yet:
 *
 *     node apps/service/testing/engines/golden.ts
 *
 * Golden files of earlier engines are never written again.
 */
if (import.meta.main) {
  write(
    join(GOLDEN, `${ENGINE_VERSION}.json`),
    engineCases().map(({ name, input }) => ({ name, input, decision: decide(input) })),
  );
  writeFaces();
}

/** Looks are most of a face's facts, and most cases share them. Each is written once; `look` is its index. */
function writeFaces(): void {
  const looks: string[] = [];
  const placeOf = (look: object): number => {
    const text = JSON.stringify(look);
    const at = looks.indexOf(text);
    return at < 0 ? looks.push(text) - 1 : at;
  };
  const cases = faceCases().map(({ name, input }) => {
    const { facts } = input;
    const frames = facts?.frames.map((frame) => ({ ...frame, look: placeOf(frame.look) }));
    const kept = { ...input, facts: facts && { ...facts, frames } };
    return JSON.stringify({ name, input: kept, decided: decideAttempt(input) });
  });
  const file = join(FACE_GOLDEN, `${FACE_ENGINE_VERSION}.json`);
  writeFileSync(file, `{"looks":[\n${looks.join(',\n')}\n],\n"cases":[\n${cases.join(',\n')}\n]}\n`);
  console.log(`${cases.length} cases in ${file}.`);
}

/** The cases of a golden file of the face engine. */
export function faceGolden(version: string): { name: string; input: FaceInput; decided: FaceDecided }[] {
  const { looks, cases } = JSON.parse(readFileSync(join(FACE_GOLDEN, `${version}.json`), 'utf8'));
  for (const { input } of cases)
    for (const frame of input.facts?.frames ?? []) frame.look = structuredClone(looks[frame.look]);
  return cases;
}

function write(file: string, cases: object[]): void {
  writeFileSync(file, `[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
  console.log(`${cases.length} cases in ${file}.`);
}
