import { parentPort } from 'node:worker_threads';
import type { PolicyDefinition } from '@standpoint/contract';
import { bundleOf } from '../../evidence/bundle.ts';
import {
  type Flip,
  nothingReplayed,
  type Replayed,
  type ReplayTotals,
  replayer,
} from '../../evidence/time-machine.ts';
import { openSnapshotNetwork } from '../../geodata/geography.ts';
import type { Network } from '../../geodata/network/network.ts';
import { placesOf } from '../../geodata/places/places.ts';
import { becauseOf } from '../because.ts';
import type { Found, Question, SentRow, SentWorld } from './messages.ts';
import type { Said, Told } from './quiet-thread.ts';

/** The thread that decides again. It answers one question after the other. */
type World = Parameters<typeof replayer>[0];
interface Begun {
  again(row: Replayed): void;
  definition: PolicyDefinition;
  totals: ReplayTotals;
  flips: Flip[];
}

let world: World | null = null;
const begun = new Map<string, Begun>();

function openWorld({ places, network_versions: versions, snapshot, data_dir }: SentWorld): World {
  let opened: Network | null = null;
  return {
    places: placesOf(places),
    // Only decisions of an older engine need them, and they weigh more than everything else here.
    network: {
      versions,
      lookup: (...asked) => {
        opened ??= openSnapshotNetwork(data_dir, snapshot);
        return opened.lookup(...asked);
      },
    },
  };
}

/** Totals and flips are counted by the replayer, and taken from it after each batch. */
function begin({ draft, published }: Extract<Question, { op: 'begin' }>): Begun {
  const [totals, flips] = [nothingReplayed(), [] as Flip[]];
  const again = replayer(world!, { draft, published }, totals, (flip) => flips.push(flip));
  return { again, definition: draft.definition, totals, flips };
}

function decide(
  { again, definition, totals, flips }: Begun,
  { rows, bytes, at_most }: Extract<Question, { op: 'decide' }>,
): Found {
  const began = performance.now();
  Object.assign(totals, nothingReplayed());
  let taken = 0;
  for (; taken < rows.length && totals.replayed < at_most; taken++) again(replayed(rows[taken]!, bytes));
  return {
    totals,
    flips: flips.splice(0).map((flip) => {
      const { verification_id, from, to, reasons_added, reasons_removed } = flip;
      const because = becauseOf(flip, definition);
      return { verification_id, from, to, reasons_added, reasons_removed, because };
    }),
    taken,
    worked_ms: performance.now() - began,
  };
}

const replayed = ({ bytes: at, ...row }: SentRow, bytes: Uint8Array): Replayed => ({
  ...row,
  open: at && (() => bundleOf(Buffer.from(bytes.buffer, bytes.byteOffset + at[0], at[1] - at[0]))),
});

function answer(question: Question): Found | null {
  const { op, backtest_id } = question;
  if (op === 'begin') begun.set(backtest_id, begin(question));
  else if (op === 'end') begun.delete(backtest_id);
  else return decide(begun.get(backtest_id)!, question);
  return null;
}

const port = parentPort!;
port.on('message', (told: Told) => {
  if ('know' in told) {
    world = openWorld(told.know as SentWorld);
    return;
  }
  const { id, question } = told;
  try {
    port.postMessage({ id, answer: answer(question as Question) } satisfies Said);
  } catch (error) {
    port.postMessage({ id, error: String((error as Error)?.stack ?? error) } satisfies Said);
  }
});
