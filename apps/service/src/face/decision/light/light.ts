import type { FaceCheck } from '../../../database/tables/face.ts';
import type { ShownColour } from '../../challenge/light.ts';
import { checkResult } from '../checks/check.ts';
import { round } from '../checks/frames.ts';
import type { ClipFacts, FaceFacts } from '../facts.ts';
import { type Followed, followed, type Shown } from './follow.ts';
import { backgroundOf, regionsOf, shownOf, skinOf } from './seen.ts';
import { shapeOf } from './shape.ts';

/**
 * Chosen on recordings with modelled light, and tried on people who were left out: docs/accuracy.md, "Light".
 * `likeness` and `strength` as in `Followed`. `lag_ms`: the delays of screens and cameras. `behind`: the
 * background is further away, so it follows by less than this share of the face. `flat`: a little less than half of
 * the slope of a head's shape, below which the light is a layer of colour.
 */
export const LIGHT = {
  likeness: 0.68,
  strength: 0.012,
  lag_ms: { least: -50, most: 275 },
  behind: 0.65,
  flat: 0.45,
  /** Share of the pictures in which the face has to be found. */
  found: 0.8,
} as const;

/**
 * Whether the colours that the service drew came back from the face: their order, their time, a head's shape,
 * and not from what lies behind it. `skipped` with the reason where there was no light.
 */
export function lightCheck(facts: FaceFacts): FaceCheck {
  const { light, light_skipped } = facts.challenge.parameters as {
    light?: readonly ShownColour[];
    light_skipped?: string;
  };
  if (!light) return checkResult('skipped', [light_skipped ?? 'not_asked']);
  const { clip } = facts;
  if (!clip?.light) return checkResult('fail', ['no_clip']);
  if (!clip.readable) return checkResult('fail', ['clip_unreadable']);
  const shown = shownOf(light, clip.light);
  const seen = skinOf(clip);
  const found = seen.length / clip.pictures.length;
  const face = followed(seen, shown);
  if (found < LIGHT.found || !face) return checkResult('suspected', ['face_not_followed']);
  const { outcome, reasons } = judged(facts, clip, shown, face);
  const notes = [`lag_${face.lag_ms}`, `strength_${round(face.strength)}`];
  return checkResult(outcome, [...reasons, ...notes], {
    score: round(face.likeness),
    threshold: LIGHT.likeness,
  });
}

type Finding = { outcome: 'pass' | 'suspected' | 'fail'; reasons: string[] };

function judged(facts: FaceFacts, clip: ClipFacts, shown: readonly Shown[], face: Followed): Finding {
  const failed = [...strangers(facts, clip), ...missing(face)];
  if (failed.length > 0) return { outcome: 'fail', reasons: failed };
  const doubts = [...doubtful(facts, clip, face), ...unlikeLight(clip, shown, face)];
  return { outcome: doubts.length > 0 ? 'suspected' : 'pass', reasons: doubts };
}

/** The clip has to show the person of the frames: else a living face in it could vouch for a forged one. */
function strangers({ pack }: FaceFacts, { same_person }: ClipFacts): string[] {
  const least = pack.same_person?.turned;
  return same_person !== null && least !== undefined && same_person < least
    ? ['clip_shows_another_person']
    : [];
}

/** What no lit face shows: surely less light than the least that counts, or surely other colours. */
function missing({ likeness, strength, error }: Followed): string[] {
  if (strength + 3 * error < LIGHT.strength) return ['no_light_on_the_face'];
  const changes = likeness > 0 ? strength / likeness : Number.POSITIVE_INFINITY;
  return likeness < LIGHT.likeness / 2 && changes > 4 * LIGHT.strength ? ['other_colours_on_the_face'] : [];
}

function doubtful({ pack }: FaceFacts, { same_person }: ClipFacts, face: Followed): string[] {
  const { lag_ms } = LIGHT;
  return [
    ...(pack.same_person === null || same_person === null ? ['clip_without_identity'] : []),
    ...(face.likeness < LIGHT.likeness || face.strength < LIGHT.strength ? ['light_uncertain'] : []),
    ...(face.lag_ms < lag_ms.least || face.lag_ms > lag_ms.most ? ['light_at_another_time'] : []),
  ];
}

/** Light that follows the colours, but not as light on a head before a wall does. */
function unlikeLight(clip: ClipFacts, shown: readonly Shown[], face: Followed): string[] {
  const at = [face.lag_ms];
  const behind = followed(backgroundOf(clip), shown, at);
  const everywhere =
    behind !== null && behind.strength - 2 * behind.error > LIGHT.behind * (face.strength + 2 * face.error);
  const shape = shapeOf(regionsOf(clip), shown, face.lag_ms);
  const flat = shape !== null && shape.slope + 2 * shape.error < LIGHT.flat;
  return [...(everywhere ? ['background_lit_like_the_face'] : []), ...(flat ? ['light_without_shape'] : [])];
}
