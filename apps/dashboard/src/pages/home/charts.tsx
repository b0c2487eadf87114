import type { Home, HomePoint } from '@standpoint/contract';
import { useMemo } from 'react';
import { fullTime } from '../../clock/words.ts';
import { useZone } from '../../clock/zone.ts';
import { Block } from '../../parts/block.tsx';
import { Canvas } from '../../plots/canvas.tsx';
import { Numbers } from '../../plots/numbers.tsx';
import { lines, stackedBars } from '../../plots/stacked.ts';
import type { Column } from '../../table/column.ts';
import styles from './home.module.css';
import { numberWords, shareWords, timeOf } from './words.ts';

const LAYERS = [
  { name: 'fail', colour: 'fail' },
  { name: 'review', colour: 'review-mark' },
  { name: 'retry', colour: 'retry' },
] as const;

const seconds = (at: string): number => Date.parse(at) / 1_000;
const all = ({ pass, fail, review, retry }: HomePoint): number => pass + fail + review + retry;

const timeColumn = (zone: string): Column<HomePoint> => ({
  id: 'at',
  head: 'From',
  always: true,
  cell: ({ at }) => fullTime(new Date(at), zone).replace(/:\d\d (?=\S+$)/, ' '),
});

/** Which colour stands for what. */
const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className={styles.keys}>
    {names.map((name) => (
      <li key={name} data-layer={name}>
        {name}
      </li>
    ))}
  </ul>
);

/** The two series, loaded after the rest of the page. */
export function Charts({ home }: { home: Home }) {
  return (
    <div className={styles.two}>
      <NotPassed home={home} />
      <DecisionTime home={home} />
    </div>
  );
}

function useMarks({ published }: Home) {
  return useMemo(
    () => published.map(({ at, name, version }) => ({ at_s: seconds(at), words: `${name} v${version}` })),
    [published],
  );
}

/** What `NotPassed` holds, and what its buttons and fields do. */
function useNotPassed({ home }: { home: Home }) {
  const zone = useZone();
  const marks = useMarks(home);
  const { series, published } = home;
  const options = useMemo(() => {
    const part = (name: 'fail' | 'review' | 'retry') =>
      series.map((point) => (all(point) === 0 ? 0 : (100 * point[name]) / all(point)));
    return {
      ...stackedBars(
        series.map(({ at }) => seconds(at)),
        LAYERS.map(({ name, colour }) => ({ values: part(name), colour })),
      ),
      tick: (value: number) => `${value}\u00a0%`,
      zone,
      marks,
      least: 4,
    };
  }, [series, zone, marks]);
  return { zone, series, published, options };
}

function NotPassed({ home }: { home: Home }) {
  const { zone, series, published, options } = useNotPassed({ home });
  return (
    <Block title="Did not pass" aside={<Legend names={LAYERS.map(({ name }) => name)} />}>
      <Canvas options={options} />
      {published.length > 0 && (
        <p className={styles.marks}>
          Dashed: {published.map(({ name, version }) => `${name} v${version}`).join(', ')} published
        </p>
      )}
      <Numbers
        label="Verifications that did not pass"
        rows={series}
        rowKey={({ at }) => at}
        columns={[
          timeColumn(zone),
          { id: 'all', head: 'All', end: true, cell: (point) => numberWords(all(point)) },
          ...LAYERS.map(
            ({ name }): Column<HomePoint> => ({
              id: name,
              head: name[0]!.toUpperCase() + name.slice(1),
              end: true,
              cell: (point) => `${numberWords(point[name])} (${shareWords(point[name], all(point))})`,
            }),
          ),
        ]}
      />
    </Block>
  );
}

/** What `DecisionTime` holds, and what its buttons and fields do. */
function useDecisionTime({ home }: { home: Home }) {
  const zone = useZone();
  const marks = useMarks(home);
  const { series } = home;
  const options = useMemo(
    () => ({
      data: [
        series.map(({ at }) => seconds(at)),
        series.map(({ p95_ms }) => p95_ms),
        series.map(({ p50_ms }) => p50_ms),
      ] as [number[], (number | null)[], (number | null)[]],
      series: lines(2),
      tick: (value: number) => `${value}\u00a0ms`,
      zone,
      marks,
      least: 10,
    }),
    [series, zone, marks],
  );
  const measured = series.some(({ p95_ms }) => p95_ms !== null);
  return { zone, series, options, measured };
}

function DecisionTime({ home }: { home: Home }) {
  const { zone, series, options, measured } = useDecisionTime({ home });
  return (
    <Block title="Decision time" aside={<Legend names={['p95', 'p50']} />}>
      {measured ? (
        <Canvas options={options} />
      ) : (
        <p className={styles.nothing}>No decision was timed in this range.</p>
      )}
      <Numbers
        label="Decision time"
        rows={series}
        rowKey={({ at }) => at}
        columns={[
          timeColumn(zone),
          {
            id: 'p50',
            head: 'p50',
            end: true,
            cell: ({ p50_ms }) => (p50_ms === null ? '–' : timeOf(p50_ms)),
          },
          {
            id: 'p95',
            head: 'p95',
            end: true,
            cell: ({ p95_ms }) => (p95_ms === null ? '–' : timeOf(p95_ms)),
          },
        ]}
      />
    </Block>
  );
}
