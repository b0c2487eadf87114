import { Button, Select } from '@mantine/core';
import type { AnswerOf, BodyOf, sandbox } from '@standpoint/contract';
import { BUILDERS } from '@standpoint/contract/dashboard/role-sets';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Note } from '../../parts/note.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Block } from '../../record/facts.tsx';
import styles from './block.module.css';
import { customerFor, type ListedOutcome, outcomeOf, useOutcomes } from './outcomes.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

type Body = BodyOf<typeof sandbox.simulate>;
type Made = AnswerOf<typeof sandbox.simulate>;

interface SimulateProps {
  place: Place;
  area: ListedOutcome['area'];
  /** Of the record. */
  customer_id: string;
  /** What the new one has in common with the record. */
  like: Omit<Body, 'customer_id'>;
}

/** In the sandbox: the outcome of this record once more, or another one. Production knows none of it. */
export function Simulate(props: SimulateProps) {
  const role = roleIn(useMe(), props.place.org);
  if (props.place.env !== 'sandbox' || !role || !BUILDERS.includes(role) || props.customer_id === '')
    return null;
  return (
    <div data-screen-only>
      <Outcomes {...props} />
    </div>
  );
}

const Another = ({
  others,
  wanted,
  setWanted,
  id,
  busy,
  run,
}: {
  others: readonly ListedOutcome[];
  wanted: string | null;
  setWanted(wanted: string | null): void;
  /** The customer that it is made for. */
  id: string | null;
  busy: string | null;
  run(id: string): void;
}) => (
  <>
    <Select
      className={styles.choice}
      label="Another outcome"
      value={wanted}
      onChange={setWanted}
      data={others.map((each) => ({ value: each.customer_id, label: each.outcome }))}
    />
    <Button disabled={!id} loading={busy !== null && busy === id} onClick={() => id && run(id)}>
      Make this outcome
    </Button>
  </>
);

/** What the id of the present customer decides. */
const Present = ({ now }: { now: ListedOutcome | null }) => (
  <p className="soft">
    In the sandbox the beginning of a customer id decides the outcome.{' '}
    {now ? (
      <>
        This one begins with <code>{now.customer_id}</code>.
      </>
    ) : (
      'This one names none, so it was really checked.'
    )}
  </p>
);

/** The way to the record that was made. */
const MadeNote = ({ place, made }: { place: Place; made: Made }) => (
  <Note tone="pass" live>
    Made: <Link to={pathOf(place, made) as '/'}>open the new record</Link>.
  </Note>
);

const pathOf = ({ org, env }: Place, { area, id }: Made): string =>
  `/${org}/${env}/${area === 'face' ? 'sessions' : 'verifications'}/${id}`;

function Outcomes({ place, area, customer_id, like }: SimulateProps) {
  const { data: all } = useOutcomes(area);
  const [wanted, setWanted] = useState<string | null>(null);
  const make = useWrite<Made, Body>({ method: 'POST', path: `${envPath(place)}/simulations` });
  if (!all) return null;
  const now = outcomeOf(all, customer_id);
  const other = wanted ? customerFor(all, customer_id, wanted) : null;
  const run = (id: string) => make.mutate({ ...like, customer_id: id });
  const busy = make.isPending ? make.variables.customer_id : null;
  return (
    <Block title="Simulate">
      <Present now={now} />
      <div className={styles.row}>
        {now && (
          <Button loading={busy === customer_id} onClick={() => run(customer_id)}>
            Make this outcome again
          </Button>
        )}
        <Another
          others={all.filter((each) => each !== now)}
          wanted={wanted}
          setWanted={setWanted}
          id={other}
          busy={busy}
          run={run}
        />
      </div>
      {other && (
        <p className="soft">
          It is made for <code>{other}</code>.
        </p>
      )}
      {make.data && <MadeNote place={place} made={make.data} />}
      <Refusal error={make.error} />
    </Block>
  );
}
