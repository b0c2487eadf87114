import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import type { Place } from '../../../app/place.ts';
import { spanWords } from '../../../clock/words.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { copyText } from '../../../parts/copy-text.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { useNow } from '../../../parts/time.tsx';
import { say } from '../../../toast/toasts.ts';
import type { Row } from '../queries.ts';
import { DONE, dueTone, whyWords } from '../words.ts';
import styles from './case.module.css';
import { Holder } from './holder.tsx';

interface HeadProps {
  place: Place;
  row: Row;
  heading: RefObject<HTMLHeadingElement | null>;
  may: boolean;
  manager: boolean;
  close(): void;
  position: number;
  of: number;
}

const Meta = ({ row }: Pick<HeadProps, 'row'>) => (
  <p className={styles.meta}>
    <b className="mono">{row.customer_id || 'erased'}</b>
    {row.about && <span>{row.about}</span>}
    {row.area === 'face' && row.attempt.most !== null && (
      <span>
        attempt {row.attempt.number} of {row.attempt.most}
      </span>
    )}
    {row.area === 'geolocation' && row.attempt.number > 1 && <span>try {row.attempt.number}</span>}
    {row.rules && (
      <span>
        {row.rules.name}, v{row.rules.version}
      </span>
    )}
    {row.four_eyes && (
      <span title="Two people have to decide alike">
        four eyes{row.state === 'awaiting_second' ? ': second answer' : ''}
      </span>
    )}
    <span className={`mono ${styles.wide}`}>{row.id}</span>
  </p>
);

/** What the case is, how late, about whom, and whose it is. */
export function CaseHead({ place, row, heading, may, manager, close, position, of }: HeadProps) {
  const record = `/${place.org}/${place.env}/${row.area === 'face' ? 'sessions' : 'verifications'}/${row.id}`;
  useKeys('This case', [
    {
      keys: ['y'],
      words: 'Copy the id',
      run: () => void copyText(row.id).then(() => say(`Copied ${row.id}`)),
    },
  ]);
  return (
    <header className={styles.head}>
      <div className={styles.phoneBar}>
        <button type="button" className={styles.phoneBack} aria-label="Back to the list" onClick={close}>
          <Icon name="left" />
        </button>
        <b className="num">{position > 0 ? `Case ${position} of ${of}` : 'Case'}</b>
        <span className={styles.phoneHolds}>
          <Holder place={place} row={row} may={may} manager={manager} keys={false} />
        </span>
      </div>
      <div className={styles.top}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {whyWords(row)}
        </h2>
        <DueBadge row={row} />
        <span className={styles.tools}>
          <span className={styles.wide}>
            <Holder place={place} row={row} may={may} manager={manager} keys />
          </span>
          <Button size="xs" component={Link} to={record as '/'}>
            Full record
          </Button>
        </span>
      </div>
      <Meta row={row} />
    </header>
  );
}

function DueBadge({ row }: { row: Row }) {
  const now = useNow().getTime();
  if (row.outcome !== null)
    return (
      <Outcome tone={row.outcome === 'approve' ? 'pass' : 'fail'} badge>
        {DONE[row.outcome]}
      </Outcome>
    );
  if (row.state === 'closed')
    return (
      <Outcome tone="quiet" badge>
        Closed
      </Outcome>
    );
  const tone = dueTone(row.due_at, now);
  const left = Math.abs(Date.parse(row.due_at) - now);
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name="clock" />
      {tone === 'over' ? `Overdue by ${spanWords(left)}` : `Due in ${spanWords(left)}`}
    </span>
  );
}
