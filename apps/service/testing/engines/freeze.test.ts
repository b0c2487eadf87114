import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACE_ENGINE_VERSION } from '../../src/face/decision/judge.ts';
import { decide } from '../../src/geolocation/decision/decision.ts';
import { FOLDER } from '../mutant.ts';
import { engineCases } from './cases.ts';
import { freeze, isUntouched } from './freeze.ts';
import { faceGolden } from './golden.ts';

let folder: string;
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  folder = mkdtempSync(join(FOLDER, 'frozen-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const AREAS = [
  {
    area: 'geolocation',
    name: 'decide',
    cases: () => engineCases().map(({ name, input }) => ({ name, input, answer: decide(input) })),
  },
  {
    area: 'face',
    name: 'decideAttempt',
    // That the present engine answers as its golden file says: `face/decision/engines.test.ts`.
    cases: () =>
      faceGolden(FACE_ENGINE_VERSION).map(({ name, input, decided }) => ({ name, input, answer: decided })),
  },
] as const;
type Engine = (input: unknown) => unknown;

it.each(AREAS)(
  'freezes the present engine of $area into one file that answers the same and imports nothing',
  async ({ area, name, cases }) => {
    const into = mkdtempSync(join(folder, `${area}-`));
    const { file } = await freeze(area, undefined, into);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/^import /m);
    const engine = (await import(/* @vite-ignore */ file)) as Record<string, Engine>;
    for (const { name: of, input, answer } of cases())
      expect(JSON.stringify(engine[name]!(input)), of).toBe(JSON.stringify(answer));
    // The digest in a frozen engine reveals an edit, and the file is never written twice.
    expect(isUntouched(text)).toBe(true);
    expect(isUntouched(text.replace('return', 'return '))).toBe(false);
    await expect(freeze(area, undefined, into)).rejects.toThrow('a frozen engine never changes');
  },
  60_000,
);
