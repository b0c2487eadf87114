import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECK_WORDS } from '@standpoint/contract/words/all';
import { SKIPPED, TELLS } from '@standpoint/contract/words/tells';
import { expect, test } from 'vitest';
import { CHECKS, CODES } from '../../../service/src/geolocation/decision/checks/all.ts';
import { FACE_CHECK_REASONS, FACE_QUESTIONS } from './face-texts.ts';
import { faceCheckReason, faceFound } from './face-words.ts';
import type { Explained } from './finding.ts';
import { questionsOf } from './questions.ts';
import { actionWords, foundWords, limitWords } from './words.ts';

const CHECKS_AT = fileURLToPath(new URL('../../../service/src/geolocation/decision/checks', import.meta.url));
const sources = readdirSync(CHECKS_AT)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(CHECKS_AT, name), 'utf8'))
  .join('\n');

const check = (code: string, more: Partial<Explained> = {}): Explained => ({
  code,
  outcome: 'fail',
  confidence: 1,
  inputs: {},
  about: {
    code,
    group: 'place',
    question: 'Q?',
    if_found: 'fail',
    if_uncertain: null,
    stated: false,
    limits: {},
  },
  ...more,
});

const WHERE = 'Add them in packages/contract/src/words/.';

test('every code has words', () => {
  expect(
    [...CODES.keys()].filter((code) => !(code in CHECK_WORDS)),
    WHERE,
  ).toEqual([]);
  expect(Object.keys(CHECK_WORDS).filter((code) => !CODES.has(code))).toEqual([]);
});

test('words hold where a record lacks every input, and say nothing that is not there', () => {
  for (const code of CODES.keys())
    for (const outcome of ['pass', 'fail', 'uncertain', 'skipped'] as const) {
      const words = foundWords(check(code, { outcome }));
      expect(words, `${code} ${outcome}`).toMatch(/^[A-Z0-9][^_]*[.)]?$/);
      expect(words, `${code} ${outcome}`).not.toMatch(/undefined|NaN|null|\[object|!/);
      expect(limitWords(check(code, { outcome }))).not.toMatch(/undefined|NaN|null/);
    }
});

test('every reason for which a check is skipped has words', () => {
  const reasons = [...sources.matchAll(/skipped\(\s*'?[\w[\]!]+'?,\s*'([a-z_]+)'\)/g)].map(
    ([, reason]) => reason!,
  );
  expect(reasons.length).toBeGreaterThan(15);
  expect(
    [...new Set(reasons)].filter((reason) => !(reason in SKIPPED)),
    WHERE,
  ).toEqual([]);
});

test('every tell has words', () => {
  const names = [...sources.matchAll(/name: '([a-z_]+)',/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(30);
  expect(
    [...new Set(names)].filter((name) => !(name in TELLS)),
    WHERE,
  ).toEqual([]);
});

test('numbers that decide stand in the words, with their limits', () => {
  const accuracy = check('accuracy_too_low', { inputs: { p95_m: 420, limit_m: 200 } });
  expect([foundWords(accuracy), limitWords(accuracy)]).toEqual([
    '420\u00a0m (95\u00a0%): not precise enough.',
    'at most 200\u00a0m',
  ]);
  const inputs = { p_inside: 0.84, signed_distance_m: 610, boundary_error_m: 1_000 };
  const limits = { inside_from: 0.95, outside_to: 0.05 };
  const border = check('border_uncertain', { outcome: 'uncertain', inputs });
  expect(foundWords(border)).toBe(
    'Probably, 0.84: 610\u00a0m inside the nearest border, the border data err by 1\u00a0km.',
  );
  expect(limitWords({ ...border, about: { ...border.about, limits } })).toBe('from 0.95');
  const velocity = {
    customer: { counts: { '5m': 3, '1h': 90 }, limits: { '5m': 200, '1h': 100 } },
  };
  const events = check('velocity_events', { inputs: velocity });
  expect([foundWords(events), limitWords(events)]).toEqual([
    '90\u00a0checks of this customer in 1\u00a0h.',
    'at most 100',
  ]);
});

test('a limit of another engine is not made up', () => {
  expect(limitWords(check('border_uncertain', { inputs: { p_inside: 0.5 } }))).toBe('');
});

test('the answer that decided speaks for its question, and a doubt has its own action', () => {
  const about = CHECKS.flatMap(({ codes, question, group }) =>
    Object.keys(codes).map((code) => ({
      code,
      question,
      group,
      if_found: null,
      if_uncertain: null,
      stated: false,
      limits: {},
    })),
  );
  const checks = [...CODES.keys()].map((code) => ({
    code,
    outcome: 'pass' as const,
    confidence: 1,
    inputs: {},
  }));
  const questions = questionsOf({ checks }, about, 'accuracy_too_low');
  expect(questions).toHaveLength(CHECKS.length);
  expect(questions.flatMap(({ answers }) => answers)).toHaveLength(CODES.size);
  expect(questions.find(({ main }) => main.code === 'accuracy_too_low')).toBeDefined();
  expect(
    actionWords(
      check('clock_skew', { about: { ...check('x').about, if_found: 'retry', if_uncertain: 'ignore' } }),
    ),
  ).toBe('retry, ignore');
});

const FACE_AT = ['checks', 'light'].map((room) =>
  fileURLToPath(new URL(`../../../service/src/face/decision/${room}`, import.meta.url)),
);
const faceSources = FACE_AT.flatMap((room) => readdirSync(room).map((name) => join(room, name)))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

test('each of the seven face checks has its question, and every reason that a check can give has words', () => {
  expect(Object.keys(FACE_QUESTIONS).sort()).toEqual(
    ['challenge', 'dedupe', 'injection', 'light', 'liveness', 'match', 'quality'].sort(),
  );
  const signs = [...faceSources.matchAll(/(?:signIf\([^']*'(?:fail|suspected|note)',|code:)\s*'([a-z_]+)'/g)];
  const listed = [...faceSources.matchAll(/\? \['([a-z_]+)'\] : \[\]|checkResult\('[a-z]+', \['([a-z_]+)'/g)];
  const reasons = [...signs, ...listed].map(([, one, two]) => (one ?? two)!);
  expect(reasons.length).toBeGreaterThan(15);
  expect([...new Set(reasons)].filter((reason) => !(reason in FACE_CHECK_REASONS))).toEqual([]);
});

test('reasons of face checks with a number in them are sentences', () => {
  expect(faceCheckReason('turn_left_not_shown_s3')).toBe('step 4, turn left: not shown');
  expect(faceCheckReason('passive_frames_7')).toBe('7 frames were scored');
  expect(faceCheckReason('another_person_in_frame_2')).toBe('another person in frame 3');
  const check = {
    outcome: 'suspected',
    score: 0.61,
    threshold: 0.7,
    reasons: ['passive_near_the_threshold'],
  };
  expect(faceFound('liveness', check)).toBe('0.61, needs 0.70. The score is near its threshold.');
  expect(faceFound('liveness', { ...check, score: null, reasons: [] })).not.toMatch(/undefined|null|NaN/);
});
