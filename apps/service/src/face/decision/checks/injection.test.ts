import { describe, expect, it } from 'vitest';
import {
  all,
  CAMERA,
  type Change,
  faces,
  factsOf,
  ofOnePlane,
  room,
  type Shot,
  STEPS,
  shotOf,
} from '../../../../testing/face/facts.ts';
import { mutant } from '../../../../testing/mutant.ts';
import type { FaceFacts } from '../facts.ts';
import { injectionCheck, injectionSigns } from './injection.ts';
import { pictureOf } from './picture.ts';

const person = (change?: Change) => factsOf(undefined, change);
const shots = (bend: (shot: Shot, index: number) => void = () => {}) =>
  STEPS.map((kind, i) => {
    const shot = shotOf(kind, i);
    bend(shot, i);
    return shot;
  });
/** The background of every frame becomes that of the first one. */
const laidOverAStill: Change = ({ frames }) => {
  const pictures = frames.map(pictureOf);
  const still = Buffer.from(frames[0]!.look.thumbnail, 'base64');
  all(frames, ({ look }) => {
    const cells = Buffer.from(look.thumbnail, 'base64');
    for (let at = 0; at < cells.length; at++)
      if (pictures.every((picture) => picture!.behind[at])) cells[at] = still[at]!;
    look.thumbnail = cells.toString('base64');
  });
};

describe('injection', () => {
  const track =
    (more: object): Change =>
    (facts) =>
      Object.assign(facts, { track: { ...CAMERA, ...more } });
  const hits =
    (count: number, distance: number, same_customer = true): Change =>
    (facts) =>
      Object.assign(facts, {
        replays: Array.from({ length: count }, (_, index) => ({ index, distance, same_customer, age_s: 60 })),
      });

  it.each<[string, Change, string, string]>([
    [
      'a canvas track',
      track({ constructor: 'CanvasCaptureMediaStreamTrack' }),
      'fail',
      'track_made_by_a_page',
    ],
    [
      'a generator track',
      track({ constructor: 'MediaStreamTrackGenerator' }),
      'fail',
      'track_made_by_a_page',
    ],
    [
      'a replaced getUserMedia',
      track({ native_get_user_media: false }),
      'suspected',
      'get_user_media_replaced',
    ],
    [
      'own properties on the track',
      track({ overrides: ['track.getSettings own'] }),
      'suspected',
      'track_overridden',
    ],
    [
      'a device that Chromium does not list',
      track({ enumerated: false, capture_time: false }),
      'suspected',
      'track_unlike_a_camera',
    ],
    ['one missing fact', track({ capture_time: false }), 'pass', 'track_without_capture_time'],
    [
      'the same on another browser engine',
      track({ engine: 'webkit', enumerated: false, capture_time: false }),
      'pass',
      'track_not_enumerated',
    ],
    [
      'unknown facts',
      track({ enumerated: undefined, group_id: undefined, capture_time: undefined, constructor: undefined }),
      'pass',
      '',
    ],
    ['no track', (facts) => Object.assign(facts, { track: null }), 'pass', 'track_unknown'],
    ['a virtual camera', track({ label: 'OBS Virtual Camera' }), 'suspected', 'virtual_camera'],
    ['half of a capture seen before', hits(5, 2), 'fail', 'replay_of_an_accepted_capture'],
    ['two frames seen before', hits(2, 3), 'suspected', 'frames_of_an_accepted_capture'],
    [
      'two frames like those of another customer',
      hits(2, 4, false),
      'suspected',
      'frames_like_those_of_another_customer',
    ],
    ['a sitting at the same desk', hits(4, 12), 'pass', ''],
    [
      'an answer faster than a person',
      ({ frames }) => Object.assign(frames[1]!, { t_ms: frames[0]!.t_ms + 90 }),
      'suspected',
      'faster_than_reaction',
    ],
    [
      'answers faster than a person',
      ({ frames }) => all(frames, (frame, i) => Object.assign(frame, { t_ms: i * 120 })),
      'fail',
      'faster_than_reaction',
    ],
    [
      'another person in a frame',
      ({ frames }) => Object.assign(frames[6]!, { same_person: 0.1 }),
      'suspected',
      'faces_swapped',
    ],
    [
      'pictures of three sizes',
      ({ frames }) => all(frames, ({ look }, i) => Object.assign(look, { width: 640 + (i % 3) })),
      'fail',
      'sizes_of_several_cameras',
    ],
    [
      'a phone that is rotated',
      ({ frames }) => all(frames.slice(6), ({ look }) => Object.assign(look, { width: 480, height: 640 })),
      'suspected',
      'sizes_of_several_cameras',
    ],
  ])('%s', (_, change, outcome, reason) => {
    const found = injectionCheck(person(change));
    expect(found.reasons.join(' ')).toContain(reason);
    expect(found.outcome).toBe(outcome);
  });

  it('handles a hostile track safely', () => {
    for (const odd of [
      { constructor: {} },
      { overrides: 'x' },
      { label: 7 },
      JSON.parse('{"__proto__":{"constructor":"x"}}'),
    ])
      expect(['pass', 'suspected']).toContain(
        injectionCheck(person((facts) => Object.assign(facts, { track: odd }))).outcome,
      );
  });

  it('fails a frame that is sent twice in another encoding', () => {
    const twice = shots();
    twice[4] = { ...twice[2]!, grain: 2 };
    expect(injectionCheck(factsOf(twice))).toMatchObject({
      outcome: 'suspected',
      reasons: ['a_moment_twice'],
    });
    twice[6] = { ...twice[2]!, grain: 2 };
    expect(injectionCheck(factsOf(twice))).toMatchObject({ outcome: 'fail', reasons: ['moments_repeat'] });
  });

  it('fails one still that is zoomed and rotated in answer to the challenge', () => {
    const still = shotOf('front', 0);
    const plane = shots((shot) => Object.assign(shot, { scene: ofOnePlane(still, shot) }));
    const { outcome, reasons } = injectionCheck(factsOf(plane));
    expect(reasons).toContain('one_plane_zoomed');
    expect(outcome).toBe('fail');
  });

  it('suspects a still that is only panned and rotated', () => {
    const flat = shots((shot, i) => {
      shot.face.size = 0.4;
      shot.face.centre.x += i % 2 ? 0.12 : 0;
      shot.face.pose.roll = i % 3 ? 0 : 14;
    });
    const still = shotOf('front', 0);
    const plane = flat.map((shot) => ({ ...shot, scene: ofOnePlane(still, shot) }));
    expect(injectionCheck(factsOf(plane))).toMatchObject({
      outcome: 'suspected',
      reasons: ['one_plane_moved'],
    });
  });

  it('fails a face before a still, in which not even the grain moves', () => {
    expect(injectionCheck(person(laidOverAStill))).toMatchObject({
      outcome: 'suspected',
      reasons: ['frozen_background'],
    });
  });

  it('passes a person before a bare wall', () => {
    const wall = shots((shot) => Object.assign(shot, { scene: () => 128 }));
    expect(injectionCheck(factsOf(wall)).outcome).toBe('pass');
  });

  it('fails frames of two places that alternate', () => {
    const face = (shot: Shot, place: number) => (x: number, y: number) => {
      const person =
        Math.hypot((x - shot.face.centre.x) * 1.6, y - shot.face.centre.y) < shot.face.size * 0.5;
      return person ? shot.scene(x, y) : room(place)(x, y);
    };
    const stitched = shots((shot, i) => Object.assign(shot, { scene: face({ ...shot }, i % 2 ? 3 : 0) }));
    expect(injectionCheck(factsOf(stitched))).toMatchObject({
      outcome: 'fail',
      reasons: expect.arrayContaining(['places_alternate']),
    });
    const once = shots((shot, i) => Object.assign(shot, { scene: face({ ...shot }, i < 6 ? 0 : 3) }));
    expect(injectionCheck(factsOf(once))).toMatchObject({
      outcome: 'suspected',
      reasons: expect.arrayContaining(['another_place']),
    });
  });

  it('detects light that jumps twice', () => {
    const jumps: Change = (facts) =>
      all(faces(facts), (face, i) => {
        if (i % 4 < 2) return;
        Object.assign(face.light, { face: 0.25, around: 0.15 });
      });
    expect(injectionCheck(person(jumps)).reasons).toContain('light_jumps');
  });
});

describe('mutation controls', () => {
  type Injection = { injectionCheck: typeof injectionCheck };
  const still = shotOf('front', 0);
  const zoomed = factsOf(shots((shot) => Object.assign(shot, { scene: ofOnePlane(still, shot) })));
  const twice = shots();
  twice[4] = { ...twice[2]!, grain: 2 };
  twice[6] = { ...twice[2]!, grain: 2 };
  const bent = (change: Change) => person(change);

  it.each<[string, FaceFacts]>([
    [
      '    ...trackSigns(facts.track),',
      bent((facts) => Object.assign(facts, { track: { constructor: 'CanvasCaptureMediaStreamTrack' } })),
    ],
    [
      '    ...timingSigns(frames, facts.elapsed_ms),',
      bent(({ frames }) => all(frames, (frame, i) => Object.assign(frame, { t_ms: i * 100 }))),
    ],
    ['    ...repeatSigns(frames, pictures),', factsOf(twice)],
    ['    ...frozenSigns(pictures),', bent(laidOverAStill)],
    ['    ...planeSigns(pictures),', zoomed],
    [
      '    ...stitchSigns(frames, pictures),',
      bent(({ frames }) => all(frames, ({ look }, i) => Object.assign(look, { width: 640 + (i % 3) }))),
    ],
    [
      '    ...replaySigns(facts.replays, frames.length),',
      bent((facts) =>
        Object.assign(facts, {
          replays: [0, 1, 2, 3, 4].map((index) => ({ index, distance: 0, same_customer: true, age_s: 9 })),
        }),
      ),
    ],
    [
      "    ...signIf(others > 0, 'suspected', 'faces_swapped'),",
      bent(({ frames }) => Object.assign(frames[6]!, { same_person: 0.1 })),
    ],
  ])('without %s the attack is clear', async (defence, facts) => {
    expect(injectionCheck(facts).outcome).not.toBe('pass');
    const without = await mutant<Injection>('face/decision/checks/injection.ts', [defence, '']);
    expect(without.injectionCheck(facts).outcome).toBe('pass');
  });

  it('finds no sign in a clean capture', () => expect(injectionSigns(person())).toEqual([]));
});
