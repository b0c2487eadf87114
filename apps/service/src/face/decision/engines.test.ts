import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUntouched } from '../../../testing/engines/freeze.ts';
import { faceGolden } from '../../../testing/engines/golden.ts';
import { faceCases } from '../../../testing/face/cases.ts';
import { decideAttempt, FROZEN, faceEngineOf } from './engines.ts';
import { FACE_ENGINE_VERSION } from './judge.ts';

const HOME = join(import.meta.dirname, 'engines');
it('keeps every engine before the current one', () => {
  expect(FROZEN).toEqual(Array.from({ length: Number(FACE_ENGINE_VERSION) - 1 }, (_, i) => String(i + 1)));
  expect(globSync('*.js', { cwd: HOME }).sort()).toEqual(FROZEN.map((version) => `${version}.js`));
});

it(`engine ${FACE_ENGINE_VERSION} answers as its golden file says`, () => {
  const what =
    'The face engine does not answer as its golden file says. If this version was released, undo the ' +
    'change, or freeze the version first (node apps/service/testing/engines/freeze.ts --area face) ' +
    'and raise FACE_ENGINE_VERSION. If it was not released, write the file again: ' +
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

it('has every kind of verdict in its golden file', () => {
  const found = faceGolden(FACE_ENGINE_VERSION).map(({ decided: { verdict } }) =>
    verdict.kind === 'retry' ? verdict.last_error.code : verdict.decision,
  );
  for (const way of ['approved', 'declined', 'review', 'too_dark', 'capture_failed'])
    expect(found).toContain(way);
});

it('approves only the expected cases of its golden file', () => {
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
    'a turned head that resembles its frontal view less',
    'a passive workflow',
    'light on the face',
    'a room that is too bright for light',
    'an unknown track',
  ]);
});

it.each(FROZEN)('engine %s is unchanged since it was frozen', (version) => {
  expect(isUntouched(readFileSync(join(HOME, `${version}.js`), 'utf8'))).toBe(true);
});

it.each(FROZEN)('engine %s still gives the same answers, byte for byte', async (version) => {
  const engine = (await faceEngineOf(version))!;
  for (const { name, input, decided } of faceGolden(version))
    expect(JSON.stringify(engine(input)), name).toBe(JSON.stringify(decided));
});

it('finds no engine for an unknown version', async () => {
  for (const version of ['0', '99', '../decision', '__proto__', ''])
    expect(await faceEngineOf(version)).toBeNull();
});
