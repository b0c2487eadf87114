import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  HANDOFF_MOVES,
  type HandoffEvent,
  isTerminal,
  type LiveHandoff,
  nextHandoff,
  nextSession,
  SESSION_MOVES,
  type SessionEvent,
  type SessionState,
} from './state.ts';

const EVENTS = Object.keys(SESSION_MOVES) as SessionEvent[];
const start = (attempts_max: number): SessionState => ({
  status: 'created',
  phase: 'none',
  attempts_used: 0,
  attempts_max,
  version: 1,
});
const play = (state: SessionState, events: SessionEvent[]): SessionState[] => {
  const path = [state];
  for (const event of events) path.push(nextSession(path.at(-1)!, event) ?? path.at(-1)!);
  return path;
};

const sequences = fc.tuple(
  fc.integer({ min: 1, max: 9 }),
  fc.array(fc.constantFrom(...EVENTS), { maxLength: 60 }),
);

it('never leaves a terminal status', () => {
  fc.assert(
    fc.property(sequences, ([max, events]) => {
      const path = play(start(max), events);
      const end = path.findIndex(({ status }) => isTerminal(status));
      if (end >= 0) for (const state of path.slice(end)) expect(state).toEqual(path[end]);
    }),
    { numRuns: 2_000 },
  );
});

it('raises the version with every move', () => {
  fc.assert(
    fc.property(sequences, ([max, events]) => {
      let state = start(max);
      for (const event of events) {
        const next = nextSession(state, event);
        if (next) expect(next.version).toBe(state.version + 1);
        state = next ?? state;
      }
    }),
  );
});

it('never counts more attempts than the maximum', () => {
  fc.assert(
    fc.property(sequences, ([max, events]) => {
      for (const state of play(start(max), events)) expect(state.attempts_used).toBeLessThanOrEqual(max);
    }),
    { numRuns: 2_000 },
  );
});

it('is in processing only after an attempt was counted, and completed only from processing', () => {
  fc.assert(
    fc.property(sequences, ([max, events]) => {
      const path = play(start(max), events);
      for (const [i, state] of path.entries()) {
        if (state.status === 'processing') expect(state.attempts_used).toBeGreaterThan(0);
        if (state.status === 'completed' && path[i - 1]?.status !== 'completed')
          expect(path[i - 1]?.status).toBe('processing');
      }
    }),
  );
});

it('can always be ended', () => {
  fc.assert(
    fc.property(sequences, ([max, events]) => {
      const state = play(start(max), events).at(-1)!;
      if (!isTerminal(state.status)) expect(nextSession(state, 'canceled')?.status).toBe('canceled');
    }),
  );
});

it('fails when processing times out and no attempt is left, and goes back otherwise', () => {
  const submitted = play(start(2), ['attempt_opened', 'submitted']).at(-1)!;
  expect(nextSession(submitted, 'processing_lapsed')?.status).toBe('in_progress');
  const last = play(submitted, ['retry', 'attempt_opened', 'submitted']).at(-1)!;
  expect(nextSession(last, 'retry')).toBeNull();
  expect(nextSession(last, 'processing_lapsed')?.status).toBe('failed');
});

it('redeems a hand-off at most once, and never after its end', () => {
  const events = Object.keys(HANDOFF_MOVES) as HandoffEvent[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (sequence) => {
      let state: LiveHandoff = 'issued';
      let redeemed = 0;
      for (const event of sequence) {
        const next = nextHandoff(state, event);
        if (['completed', 'aborted', 'revoked'].includes(state)) expect(next).toBeNull();
        if (next && event === 'redeemed') redeemed += 1;
        state = next ?? state;
      }
      expect(redeemed).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});
