import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent } from '../../testing/any-event.ts';
import { captured, DEVICE, opened, paired, pairing, run, session, status } from '../../testing/flow.ts';
import { messagesOf } from '../effects/tell.ts';
import { en } from '../texts/en.ts';
import { reduce, usesCamera } from './flow.ts';
import { begin, type FlowEvent, type Role, type ScreenName, type State } from './state.ts';
import { timerOf } from './timers.ts';

const anyRole = fc.constantFrom<Role>('portal', 'phone');
const anyDevice = fc
  .record({ mobile: fc.boolean(), camera: fc.boolean(), framed: fc.boolean() })
  .map((device) => ({
    ...DEVICE,
    ...device,
  }));
const isEnd = ({ screen }: State) => screen.name === 'result' || screen.name === 'ended';

/**
 * Random events seldom get as far as the camera, so most runs begin somewhere on the straight path to a
 * retry.
 */
const refused: FlowEvent[] = [
  ...captured,
  { type: 'submitted', session: session({ status: 'processing', version: 3 }) },
  status({ status: 'in_progress', version: 4, last_error: { code: 'too_dark', retryable: true } }),
];
const straight: Record<Role, readonly FlowEvent[]> = {
  portal: refused,
  phone: [pairing, { type: 'pair' }, { type: 'pairing_on' }, paired, ...refused.slice(1)],
};
const anyWay = (length: number) =>
  anyRole.chain((role) =>
    fc
      .tuple(fc.nat({ max: straight[role].length }), fc.array(anyEvent, { maxLength: length }))
      .map(([n, events]) => ({ role, events: [...straight[role].slice(0, n), ...events] })),
  );

/** Each state on the way, with the event that led to it. */
const follow = (role: Role, device: typeof DEVICE, events: readonly FlowEvent[]) => {
  let state = begin(role, device);
  return events.map((event) => {
    const before = state;
    const next = reduce(before, event);
    state = next.state;
    return { before, event, ...next };
  });
};

const SEEN = new Set<string>();
const see = ({ screen }: State, role: Role): void => {
  SEEN.add(`${role} ${screen.name}`);
  if ('view' in screen) SEEN.add(`${screen.name} ${screen.view}`);
};
const runs = { numRuns: 3_000 };

/**
 * What is wrong with a state, or null. The checks are plain, because `expect()` costs more than `reduce()`, and these run
 * for 40,000 states.
 */
function faultOf(before: State, state: State): string | null {
  if (state.entry < before.entry) return 'went back to an earlier entry';
  const timer = timerOf(state.screen);
  if (isEnd(state)) return timer === null ? null : 'an end has a timer';
  if (!timer || timer.ms <= 0) return 'no timer';
  const { screen, entry } = reduce(state, { type: 'timeout' }).state;
  if (entry <= state.entry) return 'the timer leads nowhere';
  if (usesCamera(screen)) return 'the timer leads to a camera';
  if (screen.name === 'error') return en.problems[screen.problem].title ? null : 'a problem without a title';
  if (timer.outcome === 'skip') return ['consent', 'primer'].includes(screen.name) ? null : 'skips too far';
  const ends = ['ended', 'leave'].includes(screen.name) || timer.outcome === 'stay';
  return ends ? null : 'the timer leads to another screen than it says';
}

test('reaches only ends, or screens whose timer leads to another screen, for any events', () => {
  fc.assert(
    fc.property(anyWay(30), anyDevice, ({ role, events }, device) => {
      for (const { before, state } of follow(role, device, events)) {
        messagesOf(before, state);
        see(state, role);
        const fault = faultOf(before, state);
        if (fault) expect.unreachable(`${fault}: ${JSON.stringify({ before, state })}`);
      }
    }),
    runs,
  );
});

/** Screens that this kind of device cannot reach. */
const NEVER: readonly string[] = [
  'portal phone_confirm',
  'portal landing',
  'portal pairing',
  'phone handoff',
];

/**
 * A random run may miss a rare screen, so up to this many more follow. A screen that nothing leads to stays
 * missing.
 */
const MORE_RUNS = 20;

test('covers every screen of both devices in that test', () => {
  const names: Record<ScreenName, true> = {
    loading: true,
    landing: true,
    phone_confirm: true,
    pairing: true,
    consent: true,
    primer: true,
    opening: true,
    ready: true,
    capture: true,
    uploading: true,
    processing: true,
    retry: true,
    handoff: true,
    leave: true,
    withdraw: true,
    result: true,
    ended: true,
    error: true,
  };
  const wanted = (['portal', 'phone'] as const).flatMap((role) =>
    Object.keys(names).map((name) => `${role} ${name}`),
  );
  // Includes each view of optical pairing on both devices.
  wanted.push('pairing asked', 'pairing opening', 'pairing reading', 'pairing blind', 'handoff pairing');
  const missing = () => wanted.filter((name) => !SEEN.has(name) && !NEVER.includes(name));
  for (let more = 0; more < MORE_RUNS && missing().length > 0; more++) {
    for (const [{ role, events }, device] of fc.sample(fc.tuple(anyWay(30), anyDevice), runs.numRuns))
      for (const { state } of follow(role, device, events)) see(state, role);
  }
  expect(missing()).toEqual([]);
});

test('comes to an end within the life of a session when the person does nothing', () => {
  fc.assert(
    fc.property(anyWay(20), anyDevice, ({ role, events }, device) => {
      let state = follow(role, device, events).at(-1)?.state ?? begin(role, device);
      let waited_ms = 0;
      for (let i = 0; i < 6 && !isEnd(state); i++) {
        waited_ms += timerOf(state.screen)!.ms;
        state = reduce(state, { type: 'timeout' }).state;
      }
      expect(isEnd(state)).toBe(true);
      expect(waited_ms).toBeLessThan(35 * 60_000);
    }),
    runs,
  );
});

test('stays in an end state unless the page is reloaded or the service opens another session', () => {
  const ends: FlowEvent[][] = [
    [opened, { type: 'consent', accepted: false }],
    [opened, { type: 'stop' }],
    [opened, status({ status: 'expired', version: 9 })],
    [opened, status({ status: 'completed', version: 9 })],
    [{ type: 'stop' }],
  ];
  const others = anyEvent.filter(({ type }) => type !== 'reload');
  fc.assert(
    fc.property(
      anyRole,
      fc.constantFrom(...ends),
      fc.array(others, { maxLength: 20 }),
      (role, end, events) => {
        let { state } = run(end, {}, role);
        for (const event of events) {
          state = reduce(state, event).state;
          expect(isEnd(state)).toBe(true);
        }
      },
    ),
  );
});

test('makes a waiting button work again when the person comes back to it', () => {
  fc.assert(
    fc.property(anyWay(20), ({ role, events }) => {
      for (const { before, event, state } of follow(role, DEVICE, events)) {
        const { screen } = state;
        if (event.type === 'stay' && before.screen.name === 'leave' && 'sending' in screen)
          expect(screen.sending).toBe(false);
      }
    }),
    runs,
  );
});

test('cancels a session that is created after the person has stopped', () => {
  expect(run([{ type: 'leave' }, { type: 'stop' }]).effects).toEqual([]);
  expect(run([{ type: 'leave' }, { type: 'stop' }, opened]).effects).toEqual(['cancel']);
});

test('counts an answer that arrives while “do you want to stop?” is open', () => {
  const asked: FlowEvent[] = [opened, { type: 'consent', accepted: true }, { type: 'leave' }];
  const heard: FlowEvent = { type: 'consented', session: session({ status: 'in_progress', version: 2 }) };
  expect(run([...asked, { type: 'stay' }]).screen).toEqual({ name: 'consent', sending: false });
  expect(run([...asked, heard, { type: 'stay' }]).screen).toEqual({ name: 'primer' });
});
