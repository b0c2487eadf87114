import { dryRun, type RunReport, runRetention } from '../../retention/run.ts';
import { CLASSES, type ClassName } from '../../retention/schedule.ts';
import { command, type Terminal } from '../command.ts';
import { withDeps } from '../open.ts';
import { table } from '../print.ts';

interface Line {
  class: ClassName;
  /** Deleted, or due where nothing is deleted. */
  rows: number;
  held?: number;
  ms?: number;
}

interface Result {
  run_id: string | null;
  outcome: RunReport['outcome'] | 'dry_run';
  classes: Line[];
}

export const retentionRun = command({
  name: 'retention run',
  summary: 'Delete everything whose retention is over, in every organization',
  options: {
    'dry-run': { type: 'boolean', meaning: 'only count what is due, and what a legal hold keeps' },
  },
  notes:
    'A running service does this by itself every night, at 02:00 UTC or as soon as it is there. The schedule is\n' +
    'on /docs/retention of the service and in docs/retention.md.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async (deps): Promise<Result> => {
      const told = progress(terminal);
      if (options['dry-run']) {
        const found = await dryRun(deps, told);
        return {
          run_id: null,
          outcome: 'dry_run',
          classes: lines(found, ({ due, held }) => ({ rows: due, held })),
        };
      }
      const { run_id, outcome, swept } = await runRetention(deps, 'cli', { stopping: terminal.ended, told });
      return { run_id, outcome, classes: lines(swept, (of) => of) };
    }),
  text: ({ run_id, outcome, classes }) => {
    const counting = outcome === 'dry_run';
    const head = counting ? ['class', 'due', 'held'] : ['class', 'deleted', 'ms'];
    const rows = classes.map((of) => [of.class, String(of.rows), String((counting ? of.held : of.ms) ?? 0)]);
    const total = classes.reduce((sum, { rows }) => sum + rows, 0);
    const said = counting
      ? `${total} ${total === 1 ? 'row is' : 'rows are'} due. Nothing was deleted.`
      : `${total} rows deleted: ${run_id}, ${outcome}.`;
    return `${table(head, rows, '')}\n${said}`;
  },
  exit: ({ outcome }) => (outcome === 'failed' || outcome === 'stopped' ? 1 : 0),
});

/** In the order of the schedule. */
const lines = <T>(found: Partial<Record<ClassName, T>>, of: (value: T) => Omit<Line, 'class'>): Line[] =>
  CLASSES.flatMap((name) => (found[name] ? [{ class: name, ...of(found[name]) }] : []));

/** One line that is written over, at a terminal only. */
function progress({ stderr }: Terminal) {
  if (!stderr.isTTY) return undefined;
  return (name: ClassName, rows: number) =>
    void stderr.write(`\r\u001b[K${name}: ${rows.toLocaleString('en')}`);
}
