import type { FaceInput } from '../../src/face/decision/engines.ts';
import type { FaceFacts } from '../../src/face/decision/facts.ts';
import { FACE_ENGINE_VERSION } from '../../src/face/decision/judge.ts';
import { CAMERA, factsOf, ofOnePlane, STEPS, shotOf } from './facts.ts';
import { otherColours, withLight } from './lit.ts';

type Change = (facts: FaceFacts) => void;

const faces =
  (
    bend: (face: NonNullable<FaceFacts['frames'][number]['look']['face']>, index: number) => unknown,
  ): Change =>
  ({ frames }) => {
    for (const [index, { look }] of frames.entries()) if (look.face) bend(look.face, index);
  };
const frames =
  (bend: (frame: FaceFacts['frames'][number], index: number) => unknown): Change =>
  (facts) => {
    for (const [index, frame] of facts.frames.entries()) bend(frame, index);
  };
const set =
  (more: object): Change =>
  (facts) =>
    Object.assign(facts, more);
const track = (more: object): Change => set({ track: { ...CAMERA, ...more } });
const matched = (score: number): Change =>
  set({
    match: {
      source: 'template',
      score,
      threshold: 0.409,
      review_threshold: 0.3321,
      target_fmr: 1e-4,
      template: 1,
      probe: 1,
      template_age_days: 12,
    },
  });
const searched = (...scores: number[]): Change =>
  set({
    dedupe: { gallery: 420, threshold: 0.52, target_fpir: 1e-3, hits: scores.map((score) => ({ score })) },
  });

const CHANGES: Record<string, Change> = {
  'a living person': () => {},
  'a match': matched(0.61),
  'a match near the threshold': matched(0.38),
  'another person': matched(0.05),
  'a first visit': set({ match: { skipped: 'nothing_to_compare' }, enrols: true }),
  'a template that lapsed': set({ match: { skipped: 'template_lapsed' }, enrols: true }),
  'nothing to compare': set({ match: { skipped: 'nothing_to_compare' } }),
  'a duplicate': searched(0.71, 0.55),
  'no duplicate': searched(),
  'a gallery that is too large': set({ dedupe: { skipped: 'gallery_too_large_for_calibration' } }),
  'a gallery that is not read yet': set({ dedupe: { skipped: 'gallery_not_ready' } }),
  dark: faces(({ light }) => Object.assign(light, { face: 0.05 })),
  bright: faces(({ light }) => Object.assign(light, { face: 0.97 })),
  blurred: faces((face) => Object.assign(face, { sharpness: 2 })),
  'one blurred frame': faces((face, i) => i === 4 && Object.assign(face, { sharpness: 2 })),
  'no face in any picture': frames(({ look }) => Object.assign(look, { faces: 0, face: null })),
  'two people': frames(({ look }, i) => i > 5 && Object.assign(look, { faces: 2 })),
  small: faces((face) => Object.assign(face, { size_px: 44 })),
  'cut off': faces((face) => Object.assign(face, { cut_off: true })),
  covered: faces((face) => Object.assign(face, { covered: 0.9 })),
  'a low passive score': faces((face) => Object.assign(face, { live: 0.04 })),
  'a doubtful passive score': faces((face) => Object.assign(face, { live: 0.2 })),
  'an uncalibrated pack': ({ pack }) => Object.assign(pack, { liveness_threshold: null }),
  'no calibration of the match': ({ pack }) => Object.assign(pack, { same_person: null }),
  'a stranger who does the turn': frames((frame, i) => i === 3 && Object.assign(frame, { same_person: 0.3 })),
  'a turned head that resembles its frontal view less': frames(
    (frame, i) => i === 3 && Object.assign(frame, { same_person: 0.36 }),
  ),
  'a head that is turned too far': frames((frame, i) => {
    if (i !== 3) return;
    Object.assign(frame, { same_person: 0.28 });
    Object.assign(frame.look.face!.pose, { yaw: 47 });
  }),
  'a face too close to score': faces(
    (face, i) => STEPS[i] !== 'approach' && Object.assign(face, { size: 0.8 }),
  ),
  'dim and grainy': faces(
    (face) =>
      Object.assign(face, { grain: 0.03 }) && face.live !== null && Object.assign(face, { live: 0.1 }),
  ),
  'a swapped face': frames((frame, i) => i === 5 && Object.assign(frame, { same_person: 0.1 })),
  'a smile left out': faces(
    (face, i) => i === 1 && Object.assign(face.mouth, { width: 0.6, lift: 0, open: 0.02 }),
  ),
  'another turn': faces((face, i) => i === 3 && Object.assign(face.pose, { yaw: -24 })),
  'a passive workflow': (facts) => {
    facts.mode = 'passive';
    facts.challenge.type = 'passive';
    facts.challenge.steps = [{ id: 's0', kind: 'front', window_ms: 6_000, hold_ms: 800, min: 0 }];
    frames((frame) => Object.assign(frame, { step: 's0' }))(facts);
  },
  'light on the face': (facts) => withLight(facts),
  'no light on the face': (facts) => withLight(facts, { strength: 0 }),
  'light of another draw': (facts) => withLight(facts, { colours: otherColours() }),
  'light on the whole picture': (facts) => withLight(facts, { behind: 0.9 }),
  'a layer of colour over the face': (facts) => withLight(facts, { shape: 'layer' }),
  'a clip that was cut and sorted by the colours': (facts) => withLight(facts, { jumps: 2.5 }),
  'a clip into which another recording was put': (facts) => {
    withLight(facts);
    for (const i of [20, 26]) Object.assign(facts.clip!.pictures[i]!, { change: 1 });
  },
  'a clip of another person': (facts) => {
    withLight(facts);
    Object.assign(facts.clip!, { same_person: 0.1 });
  },
  'a room that is too bright for light': ({ challenge }) =>
    Object.assign(challenge.parameters, { light_skipped: 'too_bright' }),
  'a canvas track': track({ constructor: 'CanvasCaptureMediaStreamTrack' }),
  'a generator track': track({ constructor: 'MediaStreamTrackGenerator' }),
  'an overridden track': track({ overrides: ['track.getSettings own'] }),
  'a replaced getUserMedia': track({ native_get_user_media: false }),
  'a virtual camera': track({ label: 'OBS Virtual Camera' }),
  'a track unlike a camera': track({ enumerated: false, group_id: false, capture_time: false }),
  'an unknown track': set({ track: null }),
  'a replay': set({
    replays: [0, 1, 2, 3, 4, 5].map((index) => ({ index, distance: 1, same_customer: true, age_s: 86_400 })),
  }),
  'frames of another customer': set({
    replays: [2, 6].map((index) => ({ index, distance: 4, same_customer: false, age_s: 3_600 })),
  }),
  'faster than a person': frames((frame, i) => Object.assign(frame, { t_ms: 90 * i })),
  'pictures of several cameras': frames(({ look }, i) => Object.assign(look, { width: 640 + (i % 3) })),
  'light that jumps': faces(
    ({ light }, i) => i % 4 > 1 && Object.assign(light, { face: 0.22, around: 0.12 }),
  ),
};

/**
 * Inputs of the face engine, at least one for every fact that it uses, each as the last attempt and as the
 * first of three.
 */
export function faceCases(): { name: string; input: FaceInput }[] {
  const cases = namedFacts().flatMap(([name, about]) =>
    [1, 3].map((used) => ({
      name: `${name}, attempt ${used}`,
      input: {
        engine_version: FACE_ENGINE_VERSION,
        facts: about,
        attempts: { used, max: 3 },
        review_when: null,
      },
    })),
  );
  const reviewed = (name: string, review_when: string[]) => {
    const { input } = cases.find((each) => each.name === `${name}, attempt 3`)!;
    return {
      name: `${name}, review when ${review_when.join(', ') || 'never'}`,
      input: { ...input, review_when },
    };
  };
  return [
    ...cases,
    reviewed('a match near the threshold', []),
    reviewed('a match near the threshold', ['match_uncertain']),
    reviewed('a template that lapsed', []),
    reviewed('a doubtful passive score', ['match_uncertain']),
    reviewed('a duplicate', []),
    reviewed('a virtual camera', []),
    reviewed('a living person', ['always']),
  ];
}

function namedFacts(): [name: string, FaceFacts | null][] {
  const still = shotOf('front', 0);
  const plane = STEPS.map((kind, i) => {
    const shot = shotOf(kind, i);
    return { ...shot, scene: ofOnePlane(still, shot) };
  });
  return [
    ...Object.entries(CHANGES).map(([name, change]): [string, FaceFacts] => [
      name,
      factsOf(undefined, change),
    ]),
    ['one still, zoomed', factsOf(plane)],
    ['one still', factsOf(STEPS.map(() => ({ ...still, grain: 0 })))],
    ['no runner', null],
  ];
}
