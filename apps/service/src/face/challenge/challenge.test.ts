import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settingsOf } from '../portal/workflow.ts';
import { newChallenge } from './challenge.ts';
import { COLOURS, type ShownColour } from './light.ts';
import {
  type Alternative,
  type ChallengeFamily,
  KINDS,
  MIN_BITS,
  pathOf,
  reachesMinBits,
  type StepKind,
} from './path.ts';

const FAMILIES: ChallengeFamily[] = ['turn', 'look', 'tilt', 'smile', 'approach', 'flash'];
const ALL: ChallengeFamily[] = ['turn', 'tilt', 'smile', 'approach'];
const LIGHTS = [undefined, 'ready', 'too_bright', 'declined', 'unable'] as const;
const WISHES: (Alternative | undefined)[] = [undefined, 'no_flash', 'no_head_motion', 'audio'];
const families = fc.subarray(FAMILIES, { minLength: 1 });
const wishes = fc.constantFrom(...WISHES);
const liveness = (challenges?: ChallengeFamily[], mode?: 'passive') =>
  settingsOf({ name: 'x', liveness: { challenges, mode } }).liveness;
const kindsIn = (challenge: ReturnType<typeof newChallenge>['challenge']) =>
  challenge.steps.map(({ kind }) => kind as StepKind);

it('has at least 12 bits on every path that a workflow and a wish of the person can lead to', () => {
  fc.assert(
    fc.property(families, wishes, (challenges, wish) => {
      const { bits, challenge } = newChallenge(liveness(challenges), { alternative: wish });
      expect(bits).toBeGreaterThanOrEqual(MIN_BITS);
      expect(challenge.steps).toHaveLength(10);
      expect(challenge.steps.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `s${i}`));
    }),
  );
});

it('prints the bits of its paths', () => {
  const bits = (challenges: ChallengeFamily[], wish?: Alternative) =>
    Number(pathOf(challenges, wish).bits.toFixed(2));
  // 7^5 sequences without the 4^5 of tilts and distances alone, which a moved photograph could show.
  expect(pathOf(ALL, undefined).count).toBe(7 ** 5 - 4 ** 5);
  expect(bits(ALL)).toBe(13.95);
  expect(bits(['turn', 'look', 'approach'])).toBe(12.72);
  // 3^8 sequences without the one that asks for nothing.
  expect(pathOf(ALL, 'no_head_motion').count).toBe(3 ** 8 - 1);
  // The light counts one bit, so the movements before it have eleven or more.
  expect(Number(pathOf(ALL, undefined, true).bits.toFixed(2))).toBe(11.07);
  expect(bits(ALL, 'no_head_motion')).toBe(12.68);
  expect(bits(['turn'])).toBe(12.75);
  expect(bits(['smile'])).toBe(12.75);
  expect(bits(['smile', 'approach'])).toBeGreaterThan(14);
});

it('alternates between looking ahead and another kind when there are enough kinds', () => {
  fc.assert(
    fc.property(fc.constantFrom(undefined, 'no_flash', 'audio' as const), (wish) => {
      for (const [i, kind] of kindsIn(newChallenge(liveness(), { alternative: wish }).challenge).entries())
        expect(kind === 'front').toBe(i % 2 === 0);
    }),
  );
});

it('has five frames that look ahead, or five without head motion, in every challenge', () => {
  fc.assert(
    fc.property(families, wishes, (challenges, wish) => {
      const kinds = kindsIn(newChallenge(liveness(challenges), { alternative: wish }).challenge);
      const still = kinds.filter((kind) => ['front', 'smile', 'mouth_open'].includes(kind));
      expect(still.length).toBeGreaterThanOrEqual(5);
      expect(kinds.filter((kind) => kind === 'front').length).toBeGreaterThanOrEqual(2);
      expect(kinds[0]).toBe('front');
    }),
  );
});

it('numbers the challenges of a path without gaps or repetitions', () => {
  for (const [challenges, wish] of [
    [ALL, undefined],
    [ALL, 'no_head_motion'],
    [['turn'], undefined],
  ] as const) {
    const path = pathOf(challenges, wish);
    const seen = new Set<string>();
    const wrong: number[] = [];
    for (let rank = 0; rank < path.count; rank++) {
      const steps = path.unrank(rank);
      seen.add(steps.join());
      if (path.rank(steps) !== rank) wrong.push(rank);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBe(path.count);
    expect(() => path.unrank(path.count)).toThrow(RangeError);
  }
  expect(pathOf(ALL, undefined).rank(Array(10).fill('front'))).toBeNull();
});

it('draws the steps with one uniform draw over all challenges of the path', () => {
  const asked: number[] = [];
  const { bits } = newChallenge(liveness(), {}, (n) => {
    asked.push(n);
    return n - 1;
  });
  expect(Math.log2(asked[0]!)).toBe(bits);
  asked.length = 0;
  newChallenge(liveness(), { light: 'ready' }, (n) => {
    asked.push(n);
    return n - 1;
  });
  // The other draws are an order of eight colours, each as likely as any other.
  expect(asked.slice(1)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

it('draws every kind at every step as often as the path has it there', () => {
  const path = pathOf(ALL, undefined);
  const n = 7_000;
  const seen = new Map<string, number>();
  for (let i = 0; i < n; i++) {
    for (const [place, kind] of kindsIn(newChallenge(liveness()).challenge).entries())
      if (place % 2) seen.set(`${place} ${kind}`, (seen.get(`${place} ${kind}`) ?? 0) + 1);
  }
  const others = { proof: 7 ** 4, none: 7 ** 4 - 4 ** 4 };
  for (const place of [1, 3, 5, 7, 9]) {
    for (const kind of path.kinds) {
      const share = (KINDS[kind].still_proof ? others.proof : others.none) / path.count;
      const spread = Math.sqrt(n * share * (1 - share));
      expect(Math.abs((seen.get(`${place} ${kind}`) ?? 0) - n * share)).toBeLessThan(6 * spread);
    }
  }
});

it('may ask for the same kind again', () => {
  const kinds = Array.from({ length: 200 }, () => kindsIn(newChallenge(liveness()).challenge));
  expect(kinds.some((steps) => steps[1] === steps[3])).toBe(true);
});

it('always asks for something that a photograph cannot show, if the workflow allows any', () => {
  fc.assert(
    fc.property(families, wishes, (challenges, wish) => {
      const kinds = kindsIn(newChallenge(liveness(challenges), { alternative: wish }).challenge);
      const can = wish === 'no_head_motion' || challenges.some((each) => each === 'turn' || each === 'smile');
      if (can) expect(kinds.some((kind) => KINDS[kind].still_proof)).toBe(true);
      expect(kinds.some((kind) => kind !== 'front')).toBe(true);
    }),
  );
});

it('asks for nothing that the workflow or the person’s wish excludes', () => {
  fc.assert(
    fc.property(families, wishes, (challenges, wish) => {
      const { challenge } = newChallenge(liveness(challenges), { alternative: wish });
      const kinds = kindsIn(challenge);
      if (wish === 'no_head_motion')
        expect(kinds.filter((kind) => !['front', 'smile', 'mouth_open'].includes(kind))).toEqual([]);
      else if (!challenges.includes('turn')) expect(kinds.join()).not.toContain('turn');
      expect(challenge.parameters.kinds).toEqual(pathOf(challenges, wish).kinds);
    }),
  );
});

it('has light where workflow, client and person allow it, else the reason, and 12 bits either way', () => {
  fc.assert(
    fc.property(families, wishes, fc.constantFrom(...LIGHTS), (challenges, alternative, light) => {
      const { challenge, bits } = newChallenge(liveness(challenges), { alternative, light });
      const { parameters, steps, type } = challenge;
      const lit = challenges.includes('flash') && alternative !== 'no_flash' && light === 'ready';
      expect(bits).toBeGreaterThanOrEqual(MIN_BITS);
      expect([type, 'light' in parameters, 'light_skipped' in parameters]).toEqual(
        lit ? ['active_light', true, false] : ['active', false, true],
      );
      if (!lit) {
        expect(steps).toHaveLength(10);
        return;
      }
      expect((parameters.light as ShownColour[]).map(({ colour }) => colour).toSorted()).toEqual(
        [...COLOURS].toSorted(),
      );
      expect(kindsIn(challenge).filter((kind) => kind === 'front').length).toBeGreaterThanOrEqual(2);
      expect(steps.length).toBeGreaterThanOrEqual(8);
    }),
  );
});

it('says why there is no light', () => {
  const why = (challenges: ChallengeFamily[], wish: Parameters<typeof newChallenge>[1]) =>
    newChallenge(liveness(challenges), wish).challenge.parameters.light_skipped;
  const all = [...ALL, 'flash' as const];
  expect(why(ALL, { light: 'ready' })).toBe('not_in_the_workflow');
  expect(why(all, { light: 'ready', alternative: 'no_flash' })).toBe('declined');
  expect(why(all, {})).toBe('client_without_light');
  expect(why(all, { light: 'too_bright' })).toBe('too_bright');
});

it('asks for four movements before the light, and for five without it', () => {
  const movements = (light?: 'ready') =>
    kindsIn(newChallenge(liveness([...ALL, 'flash']), { light }).challenge).filter(
      (kind) => kind !== 'front',
    );
  expect([movements('ready').length, movements().length]).toEqual([4, 5]);
});

it('is of type `passive`, and asks for nothing, in a passive workflow', () => {
  const { challenge, bits } = newChallenge(liveness(undefined, 'passive'));
  expect(bits).toBe(0);
  expect(challenge.type).toBe('passive');
  expect(challenge.steps.map(({ kind }) => kind)).toEqual(['front']);
});

it('does not count light alone as a challenge', () => {
  expect(reachesMinBits(['flash'])).toBe(false);
  fc.assert(
    fc.property(families, (challenges) => {
      expect(reachesMinBits(challenges)).toBe(challenges.join() !== 'flash');
    }),
  );
});
