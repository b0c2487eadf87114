import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Place } from '../../../app/place.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import { CHECK_OUTCOMES, DECISIONS, reasonWords } from '../../../texts/location.ts';
import { unturned } from '../../../texts/unturned.ts';
import { flipQuery, type ListedFlip, type ReadFlip } from '../queries.ts';
import styles from './panel.module.css';

interface FlipDialogProps {
  place: Place;
  id: string;
  backtest_id: string;
  flip: ListedFlip;
  close(): void;
}

/** One decision as it was, and beside it as it would be. */
export function FlipDialog({ place, id, backtest_id, flip, close }: FlipDialogProps) {
  const query = useQuery(flipQuery(place, id, backtest_id, flip.verification_id));
  const footer = (
    <>
      <Button component={Link} to={`/${place.org}/${place.env}/verifications/${flip.verification_id}` as '/'}>
        Open the verification
      </Button>
      <Button variant="filled" onClick={close}>
        Close
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={`${unturned(flip.customer_id ?? 'erased')}: as it was, and as it would be`}
      close={close}
      footer={footer}
      size={820}
    >
      <Loaded query={query} what="The decision" rows={6}>
        {(data) => <Both data={data} because={flip.because} />}
      </Loaded>
    </Dialog>
  );
}

function Both({ data, because }: { data: ReadFlip; because: string | null }) {
  const { was, would, recorded, decided_at } = data;
  return (
    <>
      <p>
        Decided <Time at={decided_at} />
        {because && <>. Now: {because}</>}.
        {recorded !== was.decision &&
          ` It was recorded as ${DECISIONS[recorded].word.toLowerCase()}; by today’s engine the same ` +
            `policy says ${DECISIONS[was.decision].word.toLowerCase()}.`}
      </p>
      <div className={styles.sides}>
        <Side title={was.version > 0 ? `As it was, by version ${was.version}` : 'As it was'} side={was} />
        <Side title="As it would be, by the draft" side={would} />
      </div>
      <Checks was={was} would={would} />
    </>
  );
}

const Side = ({ title, side }: { title: string; side: ReadFlip['would'] }) => (
  <section>
    <h3 className="quiet small">{title}</h3>
    <p>
      <Outcome tone={DECISIONS[side.decision].tone} badge>
        {DECISIONS[side.decision].word}
      </Outcome>
    </p>
    <ul>
      {side.reason_codes.map((code) => (
        <li key={code}>{reasonWords(code)}</li>
      ))}
      {side.reason_codes.length === 0 && <li className="quiet">No reason against it</li>}
    </ul>
  </section>
);

type Check = ReadFlip['would']['checks'][number];

const told = (check: Check | undefined) => {
  const words = check && CHECK_OUTCOMES[check.outcome];
  return words ? <Outcome tone={words.tone}>{words.word}</Outcome> : <span className="quiet">–</span>;
};

/** Checks that differ first; those that are the same on both sides are one line. */
function Checks({ was, would }: Pick<ReadFlip, 'was' | 'would'>) {
  const before = new Map(was.checks.map((check) => [check.code, check]));
  const after = new Map(would.checks.map((check) => [check.code, check]));
  const codes = [...new Set([...before.keys(), ...after.keys()])];
  const differ = codes.filter((code) => before.get(code)?.outcome !== after.get(code)?.outcome);
  return (
    <>
      <table className={styles.checks}>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Was</th>
            <th scope="col">Would be</th>
          </tr>
        </thead>
        <tbody>
          {differ.map((code) => (
            <tr key={code}>
              <td>{reasonWords(code)}</td>
              <td>{told(before.get(code))}</td>
              <td>{told(after.get(code))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet small">
        {differ.length === 0 && 'Every check finds the same; the draft acts otherwise on it. '}
        {codes.length - differ.length} checks find the same.
      </p>
    </>
  );
}
