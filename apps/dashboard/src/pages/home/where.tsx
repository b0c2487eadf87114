import type { Home } from '@standpoint/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Block } from '../../parts/block.tsx';
import { Table } from '../../table/table.tsx';
import styles from './home.module.css';
import { countryName, numberWords, shareWords } from './words.ts';

type Region = Home['regions'][number];
const World = lazy(async () => ({ default: (await import('./world.tsx')).World }));
const SHOWN = 7;

const all = ({ pass, fail, review, retry }: Omit<Region, 'country' | 'subdivision'>): number =>
  pass + fail + review + retry;

const nameOf = ({ country, subdivision }: Region): string =>
  subdivision ? `${countryName(country)}, ${subdivision.slice(country.length + 1)}` : countryName(country);

/** The most frequent regions, then all others in one row. */
function rowsOf({ regions, countries }: Home): (Region & { name: string })[] {
  const shown = regions.slice(0, SHOWN).map((region) => ({ ...region, name: nameOf(region) }));
  const sum = (name: 'pass' | 'fail' | 'review' | 'retry') =>
    countries.reduce((total, each) => total + each[name], 0) -
    shown.reduce((total, each) => total + each[name], 0);
  const rest = { pass: sum('pass'), fail: sum('fail'), review: sum('review'), retry: sum('retry') };
  return all(rest) > 0 ? [...shown, { country: '', subdivision: '-', ...rest, name: 'All others' }] : shown;
}

/**
 * The map loads once the figures are shown, because it would compete with them. An effect alone is too early: it may run
 * within the task that draws them.
 */
function Countries({ countries }: Pick<Home, 'countries'>) {
  const [figuresShown, setFiguresShown] = useState(false);
  useEffect(() => {
    const nextTask = setTimeout(() => setFiguresShown(true));
    return () => clearTimeout(nextTask);
  }, []);
  const empty = <div className={styles.world} />;
  return figuresShown ? (
    <Suspense fallback={empty}>
      <World countries={countries} />
    </Suspense>
  ) : (
    empty
  );
}

export function Where({ home, short }: { home: Home; short: string }) {
  const rows = rowsOf(home);
  return (
    <Block title="Where" aside="position of the device, as first decided">
      {rows.length === 0 ? (
        <p className={styles.nothing}>No place was counted in this range.</p>
      ) : (
        <>
          <Countries countries={home.countries} />
          <Table
            label="Regions by number of verifications"
            density="compact"
            rows={rows}
            rowKey={({ country, subdivision }) => `${country} ${subdivision}`}
            columns={[
              { id: 'region', head: 'Region', always: true, cell: ({ name }) => name },
              { id: 'count', head: short, end: true, cell: (row) => numberWords(all(row)) },
              { id: 'passed', head: 'Passed', end: true, cell: (row) => shareWords(row.pass, all(row)) },
              {
                id: 'review',
                head: 'Review',
                end: true,
                wide: true,
                cell: (row) => shareWords(row.review, all(row)),
              },
            ]}
          />
        </>
      )}
    </Block>
  );
}
