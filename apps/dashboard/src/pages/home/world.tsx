import type { Home } from '@standpoint/contract';
import { useMemo } from 'react';
import { type FlatRing, type Outline, useOutlines } from '../../map/outlines.ts';
import styles from './home.module.css';
import { countryName, numberWords } from './words.ts';

/** The part of the world's square that is drawn: without Antarctica and the northern ice. */
const [TOP, BOTTOM] = [0.2, 0.72];
const WIDTH = 640;
const HEIGHT = Math.round(WIDTH * (BOTTOM - TOP));
/** Steps of shade, so that few countries are told from many. */
const STEPS = 4;

function pathOf(rings: readonly FlatRing[]): string {
  return rings
    .map(({ points }) => {
      let path = '';
      for (let i = 0; i < points.length; i += 2)
        path +=
          `${i === 0 ? 'M' : 'L'}${(points[i]! * WIDTH).toFixed(1)} ` +
          `${((points[i + 1]! - TOP) * WIDTH).toFixed(1)}`;
      return `${path}Z`;
    })
    .join('');
}

/**
 * Countries end where their waters end, so the sea lies over them; those that its coast leaves out lie over
 * the sea.
 */
function drawnOf(world: Outline | undefined) {
  const countries = [...Map.groupBy(world?.areas ?? [], ({ country }) => country)];
  const paths = (wanted: boolean) =>
    countries
      .filter(([, areas]) => areas.some(({ coastal }) => coastal) === wanted)
      .map(([country, areas]) => [country, pathOf(areas.flatMap(({ rings }) => rings))] as const);
  const sea = world ? `M0 0H${WIDTH}V${HEIGHT}H0Z${pathOf(world.land)}` : '';
  return { below: [...paths(true), ...paths(false)], above: paths(false), sea };
}

/** Countries by the number of verifications: the darker, the more. The table beside it says the numbers. */
export function World({ countries }: { countries: Home['countries'] }) {
  const { world, failed } = useOutlines([]);
  const { below, above, sea } = useMemo(() => drawnOf(world), [world]);
  const counts = new Map(
    countries.map(({ country, pass, fail, review, retry }) => [country, pass + fail + review + retry]),
  );
  const most = Math.max(1, ...[...counts].filter(([country]) => country !== '').map(([, count]) => count));
  const step = (count: number) => Math.max(1, Math.ceil((STEPS * Math.log1p(count)) / Math.log1p(most)));
  const country = ([code, d]: readonly [string, string]) => {
    const count = counts.get(code) ?? 0;
    return (
      <path key={code} d={d} data-step={count > 0 ? step(count) : 0}>
        <title>{`${countryName(code)}: ${numberWords(count)}`}</title>
      </path>
    );
  };
  if (failed) return <p className={styles.nothing}>The outlines did not load. The table is complete.</p>;
  return (
    <svg
      className={styles.world}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Map of the world: verifications in ${numberWords(counts.size)} countries; numbers are in the table`}
    >
      {below.map(country)}
      <path className={styles.water} d={sea} />
      {above.filter(([code]) => counts.has(code)).map(country)}
    </svg>
  );
}
