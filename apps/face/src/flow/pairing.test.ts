import { expect, test } from 'vitest';
import { opened, paired, pairing, redeemed, run, session, status } from '../../testing/flow.ts';
import { reduce, usesCamera } from './flow.ts';
import { mayLookAgain } from './pairing.ts';
import { CAMERA_PROBLEMS } from './problems.ts';
import type { FlowEvent } from './state.ts';
import { timerOf } from './timers.ts';

const phone = (...events: FlowEvent[]) => run([pairing, ...events], { mobile: true }, 'phone');
const PAIR: FlowEvent = { type: 'pair' };
const ON: FlowEvent = { type: 'pairing_on' };
const wanted = status({ version: 4, handoff: { state: 'confirmed', optical: 'wanted' } });
const skipped = status({ version: 5, handoff: { state: 'confirmed', optical: 'skipped' } });

test('shows the moving code first on the phone when the workflow asks for it, and only then', () => {
  expect(phone().screen).toMatchObject({ name: 'pairing', view: 'asked' });
  const number: FlowEvent[] = [redeemed, { type: 'confirm', number: '42' }];
  const typed = { type: 'confirmed', confirmed: true, session: session({ version: 2 }) } as const;
  const after = { ...typed, session: { ...pairing.answer.session, version: 2 } };
  expect(run([...number, after], {}, 'phone').screen.name).toBe('pairing');
  expect(run([...number, typed], {}, 'phone').screen.name).toBe('consent');
  expect(run([{ ...redeemed, confirmed: true }], {}, 'phone').screen.name).toBe('consent');
});

test('opens the camera on a tap, reads, and turns the camera off with the screen', () => {
  const opening = phone(PAIR);
  expect(opening).toMatchObject({ screen: { view: 'opening' }, effects: ['open_pairing'] });
  const reading = phone(PAIR, ON);
  expect(reading).toMatchObject({ screen: { view: 'reading', seen: 0 }, effects: ['read_codes'] });
  expect([phone(), opening, reading].map(({ screen }) => usesCamera(screen))).toEqual([false, true, true]);
  const two = phone(PAIR, ON, { type: 'pairing_seen', seen: 2 });
  expect(two.screen).toMatchObject({ view: 'reading', seen: 2 });
  // The picture stays in place: no new view, no new focus.
  expect(two.state.entry).toBe(reading.state.entry);
  expect(phone(PAIR, ON, PAIR).state.entry).toBe(reading.state.entry);
  const done = phone(PAIR, ON, paired);
  expect(done).toMatchObject({ screen: { name: 'consent' }, effects: [] });
  expect(usesCamera(done.screen)).toBe(false);
});

test('skips pairing at once, tells the service even after a reload, and does not ask again', () => {
  const gone = phone({ type: 'skip_pairing' });
  expect(gone).toMatchObject({ screen: { name: 'consent' }, effects: ['skip_pairing'] });
  expect(reduce(gone.state, wanted).state.screen.name).toBe('consent');
  const again = run([{ ...pairing, unpaired: true }], {}, 'phone');
  expect(again).toMatchObject({ screen: { name: 'consent' }, effects: ['watch', 'skip_pairing'] });
  const heard = {
    ...pairing.answer,
    session: session({ handoff: { state: 'confirmed', optical: 'skipped' } }),
  };
  expect(run([{ ...pairing, answer: heard, unpaired: true }], {}, 'phone').effects).toEqual(['watch']);
});

test('skips pairing a minute after the camera opened, but not while a person reads', () => {
  for (const view of [[PAIR], [PAIR, ON]]) {
    expect(timerOf(phone(...view).screen)).toEqual({ ms: 60_000, outcome: 'skip' });
    expect(phone(...view, { type: 'timeout' })).toMatchObject({
      screen: { name: 'consent' },
      effects: ['skip_pairing'],
    });
  }
  const blind: FlowEvent[] = [PAIR, { type: 'pairing_blind', problem: 'camera_in_use' }];
  for (const view of [[], blind])
    expect(timerOf(phone(...view).screen)).toEqual({ ms: 540_000, outcome: 'idle' });
});

test('does not treat an unusable rear camera as a problem of the check', () => {
  for (const problem of CAMERA_PROBLEMS) {
    const { screen } = phone(PAIR, { type: 'pairing_blind', problem });
    expect(screen).toEqual({ name: 'pairing', view: 'blind', seen: 0, problem });
    expect(usesCamera(screen)).toBe(false);
  }
  expect(phone(PAIR, ON, { type: 'paused' }).screen).toMatchObject({
    view: 'blind',
    problem: 'camera_interrupted',
  });
  expect(phone(PAIR, { type: 'pairing_blind', problem: 'camera_in_use' }, PAIR).effects).toEqual([
    'open_pairing',
  ]);
  expect(CAMERA_PROBLEMS.filter(mayLookAgain)).toEqual([
    'camera_permission_dismissed',
    'camera_in_use',
    'camera_interrupted',
  ]);
});

test('asks before it stops, and comes back with the camera off or with pairing over', () => {
  expect(phone(PAIR, ON, { type: 'leave' }, { type: 'stay' }).screen).toMatchObject({ view: 'asked' });
  expect(phone(PAIR, ON, { type: 'leave' }, paired, { type: 'stay' }).screen.name).toBe('consent');
  expect(phone(PAIR, ON, { type: 'leave' }, { type: 'stop' }).effects).toEqual(['cancel']);
  expect(phone(PAIR, ON, { type: 'deny' }).screen).toEqual({ name: 'ended', how: 'denied' });
  const revoked = status({ version: 6, handoff: { state: 'revoked' } });
  expect(phone(PAIR, ON, revoked).screen).toEqual({ name: 'error', problem: 'handoff_revoked' });
});

test('shows the code on the desktop as long as it is wanted', () => {
  const desktop = (...events: FlowEvent[]) => run([opened, { type: 'use_phone' }, ...events]);
  const moving: FlowEvent = { type: 'moving_code', code: '7K2M9QXV' };
  const shown = desktop(wanted);
  expect(shown).toMatchObject({ screen: { name: 'handoff', view: 'pairing' }, effects: ['show_pairing'] });
  const next = desktop(wanted, moving);
  expect(next.screen).toMatchObject({ view: 'pairing', moving: '7K2M9QXV' });
  expect(next.state.entry).toBe(shown.state.entry);
  expect(desktop(wanted, moving, { type: 'moving_code', code: undefined }).screen).toMatchObject({
    view: 'pairing',
    moving: undefined,
  });
  const over = desktop(wanted, moving, skipped);
  expect(over).toMatchObject({ screen: { view: 'confirmed' }, effects: [] });
  expect(over.screen).not.toHaveProperty('moving');
  expect(desktop(wanted, skipped, moving).screen).toEqual(over.screen);
  // The same after a reload. Returning from “stop?” does not bring back a code that is no longer wanted.
  const again = { ...opened, answer: { ...opened.answer, session: pairing.answer.session } };
  expect(run([again])).toMatchObject({ screen: { view: 'pairing' }, effects: ['watch', 'show_pairing'] });
  expect(desktop(wanted, { type: 'leave' }, { type: 'stay' }).effects).toEqual(['show_pairing']);
  expect(desktop(wanted, { type: 'leave' }, skipped, { type: 'stay' })).toMatchObject({
    screen: { view: 'confirmed' },
    effects: [],
  });
});

test('shows the code after “do you want to stop?” if the phone was confirmed meanwhile', () => {
  const redeemed = status({ version: 2, handoff: { state: 'redeemed', number: '42' } });
  const back = run([opened, { type: 'use_phone' }, redeemed, { type: 'leave' }, wanted, { type: 'stay' }]);
  expect(back).toMatchObject({ screen: { name: 'handoff', view: 'pairing' }, effects: ['show_pairing'] });
});
