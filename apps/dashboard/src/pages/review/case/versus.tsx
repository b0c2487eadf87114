import type { FaceSession, reviewing } from '@standpoint/contract';
import { Link } from '@tanstack/react-router';
import type { Place } from '../../../app/place.ts';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import styles from './case.module.css';

type Fact = reviewing.Twin['facts'][number];

const NAMES: Record<Fact['fact'], string> = {
  installs: 'Installs',
  networks: 'Home networks',
  countries: 'Countries',
  name: 'Name',
  email: 'E-mail',
  first_seen: 'First seen',
  last_seen: 'Last seen',
  checks: 'Verifications',
};

interface VersusProps {
  place: Place;
  session: FaceSession;
  twin: reviewing.Twin;
}

const Compared = ({ same }: { same: VersusProps['twin']['facts'][number]['same'] }) => (
  <td>
    {same === true ? (
      <Outcome tone="review">Same</Outcome>
    ) : (
      <span className="quiet">{same === false ? 'Differs' : '–'}</span>
    )}
  </td>
);

/** What is known of two customers, row by row. */
export function Versus({ place, session, twin }: VersusProps) {
  const customer = (id: string) => (
    <Link to={`/${place.org}/${place.env}/customers/${encodeURIComponent(id)}` as '/'} className="mono">
      {id}
    </Link>
  );
  return (
    <section className={styles.versusScroll} aria-label={`Compared with ${twin.customer_id}`}>
      <table className={styles.versus}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Fact</span>
            </th>
            <th scope="col">This session, {customer(session.customer_id)}</th>
            <th scope="col">Known person, {customer(twin.customer_id)}</th>
            <th scope="col">
              <span className="unseen">Compared</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {twin.facts.map((fact) => (
            <tr key={fact.fact} data-same={fact.same || undefined}>
              <th scope="row">{NAMES[fact.fact]}</th>
              <td>
                <Value fact={fact} value={fact.this} />
              </td>
              <td>
                <Value fact={fact} value={fact.other} />
              </td>
              <Compared same={fact.same} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ fact, value }: { fact: Fact; value: string }) {
  const time = fact.fact === 'first_seen' || fact.fact === 'last_seen';
  if (time) return <Time at={value || null} none="not known" />;
  return <span className="num">{value}</span>;
}
