import type { Policy } from '../../../accounts/policies.ts';
import type { Deps } from '../../../deps.ts';
import { openStoredBytes } from '../../evidence/bundle.ts';
import type { StoredEvidence } from '../../evidence/stored.ts';
import type { BacktestPlan } from '../backtest-rows.ts';
import type { Found, Question, SentRow, SentWorld } from './messages.ts';

/** A back-test in the thread that decides again. */
export interface Replay {
  /** Waits until it is this back-test's turn. The returned function ends it. */
  turn(): Promise<() => void>;
  /** Decides these rows again, in their order, until `at_most` were decided. Wants a turn. */
  decide(rows: readonly StoredEvidence[], at_most: number): Promise<Found>;
  end(): void;
}

/**
 * Rows are opened here, which takes 15 µs of each, because no key leaves this thread; all the rest is done
 * there. Of all back-tests only one reads and decides at a time, so that organizations take turns and calls
 * feel one of them at most.
 */
export async function openReplay(
  deps: Deps,
  { org, backtest_id }: Pick<BacktestPlan, 'org' | 'backtest_id'>,
  asked: { draft: Policy; published: Policy[] },
): Promise<Replay> {
  const { thread, turns } = deps.backtests;
  const leave = thread.use();
  const ask = <A>(question: Question, transfer?: ArrayBuffer[]) => thread.ask<A>(question, transfer);
  try {
    thread.know(deps.places, () => worldOf(deps));
    await ask({ op: 'begin', backtest_id, ...asked });
  } catch (error) {
    leave();
    throw error;
  }
  return {
    turn: () => turns.take(org),
    decide(rows, at_most) {
      const sent = packed(rows);
      return ask<Found>({ op: 'decide', backtest_id, ...sent, at_most }, [sent.bytes.buffer]);
    },
    end() {
      leave();
      // A thread that ended meanwhile has forgotten it already.
      if (thread.running) ask({ op: 'end', backtest_id }).catch(() => {});
    },
  };
}

const worldOf = ({ places, network, snapshot, config }: Deps): SentWorld => ({
  places: places.content(),
  network_versions: network.versions,
  snapshot,
  data_dir: config.data_dir,
});

/** Opened bytes in a buffer of their own: a small one of Node's shares its memory with what must not leave. */
function packed(rows: readonly StoredEvidence[]): { rows: SentRow[]; bytes: Uint8Array<ArrayBuffer> } {
  const opened = rows.map(openStoredBytes);
  const bytes = new Uint8Array(opened.reduce((sum, each) => sum + (each?.length ?? 0), 0));
  let at = 0;
  const sent = rows.map((row, i): SentRow => {
    const { verification_id, transaction_type, policy_id, decision, decision_source } = row;
    const light = { verification_id, transaction_type, policy_id, decision, decision_source };
    const own = opened[i];
    if (!own) return { ...light, bytes: null };
    bytes.set(own, at);
    at += own.length;
    return { ...light, bytes: [at - own.length, at] };
  });
  return { rows: sent, bytes };
}
