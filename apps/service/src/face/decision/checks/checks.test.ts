import { describe, expect, it } from 'vitest';
import { all, type Change, each, faces, factsOf, STEPS } from '../../../../testing/face/facts.ts';
import { mutant } from '../../../../testing/mutant.ts';
import { judge } from '../judge.ts';
import { dedupeCheck } from './dedupe.ts';
import { livenessCheck } from './liveness.ts';
import { matchCheck } from './match.ts';
import { qualityCheck } from './quality.ts';

const person = (change?: Change) => factsOf(undefined, change);
const PASS = { outcome: 'pass', score: null, threshold: null, reasons: [] };

it('a living person at a desk passes every check', () => {
  const { quality, checks } = judge(person());
  expect(quality).toEqual([]);
  const { match, dedupe, light, ...asked } = checks;
  for (const check of Object.values(asked)) expect(check.outcome).toBe('pass');
  for (const check of [match, dedupe, light]) expect(check!.outcome).toBe('skipped');
});

describe('quality', () => {
  it.each<[string, Change]>([
    ['too_dark', each(({ light }) => Object.assign(light, { face: 0.06 }))],
    ['too_bright', each(({ light }) => Object.assign(light, { face: 0.95 }))],
    ['blurred', each((face) => Object.assign(face, { sharpness: 3 }))],
    ['face_too_small', each((face) => Object.assign(face, { size_px: 40 }))],
    ['face_too_large', each((face) => Object.assign(face, { size: 1.4 }))],
    ['grainy', each((face) => Object.assign(face, { grain: 0.02, live: face.live === null ? null : 0.1 }))],
    ['face_cut_off', each((face) => Object.assign(face, { cut_off: true }))],
    ['face_covered', each((face) => Object.assign(face, { covered: 0.95 }))],
    ['no_face', (facts) => all(facts.frames, ({ look }) => Object.assign(look, { faces: 0, face: null }))],
    [
      'several_faces',
      (facts) => all(facts.frames.slice(2, 5), ({ look }) => Object.assign(look, { faces: 2 })),
    ],
  ])('%s', (code, change) => {
    const { codes, check } = qualityCheck(person(change));
    expect(codes[0]).toBe(code);
    expect(check.outcome).toBe('fail');
  });

  it.each([1, 2, 3])('passes with %i bad frames of ten', (bad) => {
    const change: Change = (facts) =>
      all(faces(facts).slice(0, bad), (face) => Object.assign(face, { sharpness: 1 }));
    expect(qualityCheck(person(change)).codes).toEqual([]);
  });

  it('names the most frequent problem first', () => {
    const change: Change = (facts) =>
      all(faces(facts), (face, i) =>
        i < 3 ? Object.assign(face.light, { face: 0.05 }) : Object.assign(face, { sharpness: 1 }),
      );
    expect(qualityCheck(person(change)).codes).toEqual(['blurred', 'too_dark']);
  });

  it('asks for more light only where noise hides the person from the passive model', () => {
    const of = (grain: number, live: number, calibrated = true) =>
      qualityCheck(
        person((facts) => {
          each((face) => Object.assign(face, { grain, live: face.live === null ? null : live }))(facts);
          if (!calibrated) facts.pack.liveness_threshold = null;
        }),
      ).codes;
    expect(of(0.02, 0.29)).toEqual(['grainy']);
    expect(of(0.02, 0.31)).toEqual([]);
    expect(of(0.01, 0.1)).toEqual([]);
    expect(of(0.02, 0.1, false)).toEqual([]);
  });

  it('asks a person to move back who leaves the passive model no room for a score', () => {
    const close =
      (size: number): Change =>
      ({ frames }) =>
        all(
          frames,
          ({ look }, i) => STEPS[i] !== 'approach' && Object.assign(look.face!, { size, live: null }),
        );
    expect(qualityCheck(person(close(0.76))).codes).toEqual(['face_too_large']);
    const approach: Change = ({ frames }) =>
      all(frames, ({ look }, i) => STEPS[i] === 'approach' && Object.assign(look.face!, { size: 1 }));
    expect(qualityCheck(person(approach)).codes).toEqual([]);
  });

  it('passes a head that is turned away', () => {
    const { codes } = qualityCheck(person(each((face) => Object.assign(face.pose, { yaw: 40 }))));
    expect(codes).toEqual([]);
  });
});

describe('liveness', () => {
  const of = (change?: Change, challenge = PASS) => livenessCheck(person(change), challenge);
  const scores = (live: number | null): Change => each((face) => Object.assign(face, { live }));
  const uncalibrated: Change = ({ pack }) => Object.assign(pack, { liveness_threshold: null });

  it.each<[string, Change, string]>([
    ['a low passive score', scores(0.1), 'passive_low'],
    [
      'another person in one frame',
      ({ frames }) => Object.assign(frames[4]!, { same_person: 0.1 }),
      'another_person_in_frame_4',
    ],
    [
      'another person in a turned frame',
      ({ frames }) => Object.assign(frames[3]!, { same_person: 0.1 }),
      'another_person_in_frame_3',
    ],
  ])('fails for %s', (_, change, reason) => {
    expect(of(change)).toMatchObject({ outcome: 'fail', reasons: expect.arrayContaining([reason]) });
  });

  it('fails when the challenge was not answered, although the frames look alive', () => {
    expect(of(scores(1), { ...PASS, outcome: 'fail' }).outcome).toBe('fail');
  });

  it.each<[string, Change, string]>([
    ['a pack whose passive model is not calibrated', uncalibrated, 'passive_not_calibrated'],
    ['no passive scores', scores(null), 'too_few_passive_scores'],
    [
      'four passive scores',
      (facts) => all(faces(facts).slice(4), (face) => Object.assign(face, { live: null })),
      'too_few_passive_scores',
    ],
    [
      'a frame without identity',
      ({ frames }) => Object.assign(frames[2]!, { same_person: null }),
      'a_frame_without_identity',
    ],
    [
      'matching that is not calibrated',
      ({ pack }) => Object.assign(pack, { same_person: null }),
      'identity_not_calibrated',
    ],
  ])('is unavailable with %s', (_, change, reason) => {
    expect(of(change)).toMatchObject({ outcome: 'unavailable', reasons: expect.arrayContaining([reason]) });
  });

  it('never passes on the passive score alone, unless the workflow asks for nothing else', () => {
    const skipped = { ...PASS, outcome: 'skipped' };
    expect(of(undefined, skipped).outcome).toBe('unavailable');
    expect(of((facts) => Object.assign(facts, { mode: 'passive' }), skipped).outcome).toBe('pass');
    const neither: Change = (facts) => {
      Object.assign(facts, { mode: 'passive' });
      uncalibrated(facts);
    };
    expect(of(neither, skipped).outcome).toBe('unavailable');
  });

  it('takes the median, which one frame does not move', () => {
    const one: Change = (facts) => Object.assign(faces(facts)[0]!, { live: 0 });
    expect(of(one).outcome).toBe('pass');
    const other: Change = (facts) => {
      scores(0.05)(facts);
      Object.assign(faces(facts)[0]!, { live: 1 });
    };
    expect(of(other).outcome).toBe('fail');
  });

  it('is suspected just below the threshold', () => {
    expect(of(scores(0.25)).outcome).toBe('suspected');
  });
});

describe('match', () => {
  const of = (score: number) =>
    matchCheck(
      person((facts) =>
        Object.assign(facts, {
          match: {
            source: 'template',
            score,
            threshold: 0.41,
            review_threshold: 0.33,
            target_fmr: 1e-4,
            template: 5,
            probe: 5,
            template_age_days: 3,
          },
        }),
      ),
    );
  it.each([
    [0.6, 'pass'],
    [0.41, 'pass'],
    [0.4, 'suspected'],
    [0.33, 'suspected'],
    [0.32, 'fail'],
    [-0.2, 'fail'],
  ])('a score of %d is %s', (score, outcome) => {
    expect(of(score)).toMatchObject({ outcome, score, threshold: 0.41, model: 'accurate@1' });
  });

  it.each([
    ['not_asked', false, 'skipped'],
    ['nothing_to_compare', true, 'skipped'],
    ['nothing_to_compare', false, 'unavailable'],
    ['template_lapsed', true, 'unavailable'],
    ['template_lapsed', false, 'unavailable'],
    ['no_probe', true, 'unavailable'],
    ['other_pack', true, 'unavailable'],
    ['not_calibrated', true, 'unavailable'],
  ])('%s is, where the workflow enrols: %s, %s', (skipped, enrols, outcome) => {
    const change: Change = (facts) => Object.assign(facts, { match: { skipped }, enrols });
    expect(matchCheck(person(change)).outcome).toBe(outcome);
  });
});

describe('dedupe', () => {
  const of = (dedupe: object) => dedupeCheck(person((facts) => Object.assign(facts, { dedupe })));
  it('suspects a hit, and never fails it', () => {
    const searched = { gallery: 1_000, threshold: 0.6, target_fpir: 1e-3 };
    expect(of({ ...searched, hits: [] }).outcome).toBe('pass');
    expect(of({ ...searched, hits: [{ score: 0.99 }] })).toMatchObject({ outcome: 'suspected', score: 0.99 });
  });
  it.each([
    ['not_asked', 'skipped'],
    ['gallery_too_large_for_calibration', 'skipped'],
    ['no_probe', 'unavailable'],
    ['not_calibrated', 'unavailable'],
    ['gallery_not_ready', 'unavailable'],
  ])('%s: %s', (skipped, outcome) => {
    expect(of({ skipped })).toMatchObject({ outcome, reasons: [skipped] });
  });
});

describe('mutation controls', () => {
  it.each<[string, string, Change]>([
    ["challenge.outcome === 'fail' ?", 'false ?', () => {}],
    [
      '    ...othersIn(frames, facts.pack.same_person),',
      '',
      ({ frames }) => Object.assign(frames[1]!, { same_person: 0 }),
    ],
    ['judged < threshold!)\n', 'false)\n', each((face) => Object.assign(face, { live: 0.2 }))],
    [
      "(threshold === null ? ['passive",
      "(false ? ['passive",
      ({ pack }) => Object.assign(pack, { liveness_threshold: null }),
    ],
    [
      'scores.length < MIN_FRONTAL ?',
      'false ?',
      each((face, i) => i > 2 && Object.assign(face, { live: null })),
    ],
  ])('without `%s` liveness passes', async (from, to, change) => {
    const challenge = from.startsWith('challenge') ? { ...PASS, outcome: 'fail' } : PASS;
    const facts = person((each) => {
      change(each);
      if (from.startsWith('challenge')) each.mode = 'passive';
    });
    expect(livenessCheck(facts, challenge).outcome).not.toBe('pass');
    const without = await mutant<{ livenessCheck: typeof livenessCheck }>(
      'face/decision/checks/liveness.ts',
      [from, to],
    );
    expect(without.livenessCheck(facts, challenge).outcome).toBe('pass');
  });
});
