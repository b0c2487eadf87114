import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUntouched } from '../../../testing/engines/freeze.ts';
import { faceGolden } from '../../../testing/engines/golden.ts';
import { faceCases } from '../../../testing/face/cases.ts';
import { decideAttempt, FROZEN, faceEngineOf } from './engines.ts';
import { FACE_ENGINE_VERSION } from './judge.ts';

const HOME = join(import.meta.dirname, 'engines');
it('keeps every engine before the present one', () => {
  expect(FROZEN).toEqual(Array.from({ length: Number(FACE_ENGINE_VERSION) - 1 }, (_, i) => String(i + 1)));
  expect(globSync('*.js', { cwd: HOME }).sort()).toEqual(FROZEN.map((version) => `${version}.js`));
});

it(`engine ${FACE_ENGINE_VERSION} answers what its golden file says`, () => {
  const what =
    'The face engine answers otherwise than its golden file says. If this version was released, undo the change or freeze it first ' +
    '(node apps/service/testing/engines/freeze.ts --area face) and raise FACE_ENGINE_VERSION; if it was not, write the file anew: ' +
    'node apps/service/testing/engines/golden.ts';
  const cases = faceGolden(FACE_ENGINE_VERSION);
  const changed = cases.filter(
    ({ input, decided }) => JSON.stringify(decideAttempt(input)) !== JSON.stringify(decided),
  );
  expect(
    changed.map(({ name }) => name),
    what,
  ).toEqual([]);
  expect(cases.map(({ name }) => name)).toEqual(faceCases().map(({ name }) => name));
});

it('decides every way in its golden file', () => {
  const found = faceGolden(FACE_ENGINE_VERSION).map(({ decided: { verdict } }) =>
    verdict.kind === 'retry' ? verdict.last_error.code : verdict.decision,
  );
  for (const way of ['approved', 'declined', 'review', 'too_dark', 'capture_failed'])
    expect(found).toContain(way);
});

it('approves in its golden file what it should and nothing else', () => {
  const approved = faceGolden(FACE_ENGINE_VERSION)
    .filter(({ decided: { verdict } }) => verdict.kind === 'decided' && verdict.decision === 'approved')
    .map(({ name }) => name.replace(/, attempt \d$/, ''));
  expect([...new Set(approved)]).toEqual([
    'a living person',
    'a match',
    'a first visit',
    'no duplicate',
    'a gallery that is too large',
    'one blurred frame',
    'a passive workflow',
    'a screen that flashes',
    'an unknown track',
  ]);
});

it.each(FROZEN)('engine %s is as it was frozen', (version) => {
  expect(isUntouched(readFileSync(join(HOME, `${version}.js`), 'utf8'))).toBe(true);
});

it.each(FROZEN)('engine %s still answers byte for byte what it answered', async (version) => {
  const engine = (await faceEngineOf(version))!;
  for (const { name, input, decided } of faceGolden(version))
    expect(JSON.stringify(engine(input)), name).toBe(JSON.stringify(decided));
});

it('knows no engine that was never there', async () => {
  for (const version of ['0', '99', '../decision', '__proto__', ''])
    expect(await faceEngineOf(version)).toBeNull();
});
