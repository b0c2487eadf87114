import { codeOf, SLOT_MS, slotAt, startOf } from '../../src/face/optical/code.ts';
import type { TestOrganization, TestService } from '../service.ts';
import { handedOff, type MovableClock, type PersonOptions, sharedWorkflow } from './face.ts';

/** A confirmed hand-off of a workflow with optical pairing. The clock stands at the beginning of a slot. */
export async function opticalPair(
  service: TestService,
  org: TestOrganization,
  clock: MovableClock,
  options: PersonOptions = {},
) {
  const workflow_id = await sharedWorkflow(service, org.org, {
    handoff: { confirm: 'none', optical: true },
  });
  const pair = await handedOff(service, org, { workflow_id, ...options });
  const { handoff_id } = pair.code.data;
  const first = slotAt(clock.now()) + 1;
  clock.set(startOf(first));
  const key = service.deps.envelope.subkey('handoff-optical');
  return {
    ...pair,
    session_id: String(pair.redeemed.data.session.session_id),
    /** The time at which the n-th slot from here begins. */
    at: (n: number) => startOf(first) + n * SLOT_MS,
    /** The code of the n-th slot from here, whether or not it is visible now. */
    code_of: (n: number) => codeOf(key, handoff_id, first + n),
    /** The proximity that the backend sees. */
    async proximity() {
      const path = `/facecheck/session/${pair.redeemed.data.session.session_id}`;
      const { data } = await service.call({ path, token: org.results[options.env ?? 'production'] });
      return data.handoffs.at(-1).proximity;
    },
  };
}
type OpticalPair = Awaited<ReturnType<typeof opticalPair>>;

/**
 * A phone that sees the desktop's screen `delay_ms` late: the desktop fetches each code in its slot, and the
 * phone sends each code of `slots` as soon as it sees it. Returns the answers to the phone.
 */
export async function watch(clock: MovableClock, pair: OpticalPair, slots: number[], delay_ms: number) {
  const codes = new Map<number, string>();
  const shown = slots.map((n) => ({
    at: pair.at(n),
    act: async () => {
      codes.set(n, (await pair.desktop.opticalCode()).data.code);
      return null;
    },
  }));
  const seen = slots.map((n) => ({
    at: pair.at(n) + delay_ms,
    act: () => pair.phone.saw(codes.get(n)!),
  }));
  const answers = [];
  for (const { at, act } of [...shown, ...seen].sort((a, b) => a.at - b.at)) {
    clock.set(at);
    const answer = await act();
    if (answer) answers.push(answer);
  }
  return answers;
}
