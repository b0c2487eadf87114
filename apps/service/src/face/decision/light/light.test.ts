import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../../testing/face/facts.ts';
import { type LitBy, otherColours, withLight } from '../../../../testing/face/lit.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { injectionCheck } from '../checks/injection.ts';
import type { FaceFacts } from '../facts.ts';
import { judge } from '../judge.ts';
import { continuitySigns } from './continuity.ts';
import { cutSigns } from './cuts.ts';
import { lightCheck } from './light.ts';

const lit = (by: LitBy = {}, change: (facts: FaceFacts) => void = () => {}): FaceFacts =>
  factsOf(undefined, (facts) => {
    withLight(facts, by);
    change(facts);
  });

describe('light', () => {
  it.each([0.21, 0.1, 0.05])(
    'passes when the face reflects the drawn colours at %d of the room’s light',
    (strength) => {
      expect(lightCheck(lit({ strength }))).toMatchObject({ outcome: 'pass', threshold: 0.68 });
    },
  );

  it('passes at each delay that a screen and a camera have', () => {
    for (const lag_ms of [20, 60, 120, 180, 240]) expect(lightCheck(lit({ lag_ms })).outcome).toBe('pass');
  });

  it.each<[string, LitBy, 'fail' | 'suspected', string]>([
    ['no light', { strength: 0 }, 'fail', 'no_light_on_the_face'],
    [
      'the colours of another draw',
      { colours: otherColours(), strength: 0.21 },
      'fail',
      'other_colours_on_the_face',
    ],
    ['colours that come too late', { lag_ms: 345 }, 'suspected', 'light_at_another_time'],
    [
      'a tint of the whole picture',
      { behind: 0.6, shape: 'layer' },
      'suspected',
      'background_lit_like_the_face',
    ],
    ['a layer of colour over the face', { shape: 'layer' }, 'suspected', 'light_without_shape'],
  ])('does not pass with %s', (_, by, outcome, reason) => {
    expect(lightCheck(lit(by))).toMatchObject({ outcome, reasons: expect.arrayContaining([reason]) });
  });

  it.each<[string, (facts: FaceFacts) => void, string]>([
    ['a clip of another person', ({ clip }) => Object.assign(clip!, { same_person: 0.1 }), 'fail'],
    [
      'a clip in which no face can be compared',
      ({ clip }) => Object.assign(clip!, { same_person: null }),
      'suspected',
    ],
    [
      'a clip that cannot be read',
      ({ clip }) => Object.assign(clip!, { readable: false, pictures: [] }),
      'fail',
    ],
    ['no clip', (facts) => delete facts.clip, 'fail'],
    [
      'a face that is seldom there',
      ({ clip }) => {
        for (const picture of clip!.pictures.slice(10, 40))
          Object.assign(picture, { face: null, regions: [] });
      },
      'suspected',
    ],
  ])('does not pass with %s', (_, change, outcome) => {
    expect(lightCheck(lit({}, change)).outcome).toBe(outcome);
  });

  it('is skipped with the reason where the challenge has none', () => {
    const facts = factsOf(undefined, ({ challenge }) =>
      Object.assign(challenge.parameters, { light_skipped: 'too_bright' }),
    );
    expect(lightCheck(facts)).toMatchObject({ outcome: 'skipped', reasons: ['too_bright'] });
    expect(lightCheck(factsOf())).toMatchObject({ outcome: 'skipped', reasons: ['not_asked'] });
  });

  it('is one of the checks of a capture', () => {
    expect(judge(lit()).checks.light!.outcome).toBe('pass');
    expect(judge(lit({ strength: 0 })).checks.light!.outcome).toBe('fail');
  });

  // Mutation controls: without the defence, the attack passes.
  it.each<[string, string, LitBy, (facts: FaceFacts) => void]>([
    ['...strangers(facts, clip), ', '', {}, ({ clip }) => Object.assign(clip!, { same_person: 0.1 })],
    ["(everywhere ? ['background_lit_like_the_face'] : [])", '[]', { behind: 0.9 }, () => {}],
    ["(flat ? ['light_without_shape'] : [])", '[]', { shape: 'layer' }, () => {}],
    ['face.lag_ms > lag_ms.most', 'false', { lag_ms: 345 }, () => {}],
  ])('lets the attack pass without %s', async (from, to, by, change) => {
    const facts = lit(by, change);
    expect(lightCheck(facts).outcome).not.toBe('pass');
    const without = await mutant<{ lightCheck: typeof lightCheck }>('face/decision/light/light.ts', [
      from,
      to,
    ]);
    expect(without.lightCheck(facts).outcome).toBe('pass');
  });
});

describe('an earlier clip that was cut and sorted by the colours', () => {
  const sorted = () => lit({ jumps: 2.5 });
  /** A clip whose pictures at these places differ from the one before in all that they show. */
  const spliced = (places: number[]) =>
    lit({}, ({ clip }) => {
      for (const i of places) Object.assign(clip!.pictures[i]!, { change: 1 });
    });

  it('is found by the jumps of its pictures where the colours change', () => {
    expect(lightCheck(sorted()).outcome).toBe('pass');
    expect(cutSigns(sorted())).toMatchObject([{ code: 'clip_cut_at_the_colours', weight: 'suspected' }]);
    expect(judge(sorted()).checks.injection!.outcome).toBe('suspected');
  });

  it('is not found in a clip of one piece, whenever its person moves', () => {
    expect(cutSigns(lit())).toEqual([]);
    const fidgeting = lit({}, ({ clip }) => {
      for (const i of [3, 4, 12, 19, 20, 21, 33, 41]) Object.assign(clip!.pictures[i]!, { change: 0.4 });
    });
    expect(cutSigns(fidgeting)).toEqual([]);
  });

  it('is told from a clip into which another recording was put', () => {
    const codes = (places: number[]) => cutSigns(spliced(places)).map(({ code }) => code);
    expect(codes([20, 26])).toEqual(['clip_jumps']);
    // One jump: a lamp that is switched on. Several in a row: a hand that moves the phone.
    expect(codes([20])).toEqual([]);
    expect(codes([20, 21, 22, 23, 24, 25, 26])).toEqual([]);
  });

  it('mutation control: passes without the signs', async () => {
    const without = await mutant<{ injectionCheck: typeof injectionCheck }>(
      'face/decision/checks/injection.ts',
      ['...cutSigns(facts),', ''],
    );
    for (const facts of [sorted(), spliced([20, 26])]) {
      expect(judge(facts).checks.injection!.outcome).toBe('suspected');
      expect(without.injectionCheck(facts).outcome).toBe('pass');
    }
  });
});

describe('the clip and the frames', () => {
  it('show the same moment', () => expect(continuitySigns(lit())).toEqual([]));

  it('are found apart when no picture is from the moment of a frame', () => {
    const apart = lit({}, ({ clip }) => {
      for (const picture of clip!.pictures) Object.assign(picture, { thumbnail: undefined });
    });
    expect(continuitySigns(apart)).toMatchObject([
      { code: 'clip_apart_from_the_frames', weight: 'suspected' },
    ]);
  });

  it('are found to show different places', () => {
    const other = lit({}, ({ clip }) => {
      const noise = Buffer.from(Uint8Array.from({ length: 256 }, (_, i) => (i * 97) % 251)).toString(
        'base64',
      );
      for (const picture of clip!.pictures)
        if (picture.thumbnail) Object.assign(picture, { thumbnail: noise });
    });
    expect(continuitySigns(other)).toMatchObject([{ code: 'clip_of_another_moment', weight: 'fail' }]);
    expect(judge(other).checks.injection!.outcome).toBe('fail');
  });
});
