import type { FaceSession } from '@standpoint/contract';
import { count, share } from '@standpoint/contract/words/numbers';
import { codeWords } from '@standpoint/contract/words/values';
import { Link } from '@tanstack/react-router';
import { Block } from '../../parts/block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Note } from '../../parts/note.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import { Table } from '../../table/table.tsx';

interface PartProps {
  session: FaceSession;
  base: string;
}

/** Other customers who look alike: both have to be looked at by a person. */
export const Duplicates = ({ session: { duplicates }, base }: PartProps) =>
  duplicates.length > 0 && (
    <Block title="Looks like">
      <Table
        label="Customers who look alike"
        density="compact"
        rows={duplicates}
        rowKey={({ customer_id }) => customer_id}
        columns={[
          {
            id: 'customer',
            head: 'Customer',
            cell: ({ customer_id }) => (
              <Link to={`${base}/customers/${encodeURIComponent(customer_id)}` as '/'}>{customer_id}</Link>
            ),
          },
          { id: 'score', head: 'How alike', end: true, cell: ({ score }) => share(score) },
        ]}
      />
    </Block>
  );

const same = (value: boolean | null): string =>
  value === null ? 'not known' : value ? 'the same network' : 'another network';

export const Handoffs = ({ session: { handoffs } }: PartProps) =>
  handoffs.length > 0 && (
    <Block title="Hand-off to a phone">
      {handoffs.map((each) => (
        <Facts
          key={each.handoff_id}
          rows={[
            ['State', codeWords(each.state)],
            ['Phone', each.device_label ?? 'did not say'],
            ['Network', same(each.ip_same)],
            ['Own key', each.bound ? 'proven by the phone' : 'none'],
            ...(each.proximity
              ? [
                  [
                    'Nearness',
                    codeWords(each.proximity.outcome) +
                      (each.proximity.score === null
                        ? ''
                        : `, ${share(each.proximity.score)} (not calibrated)`),
                  ] as const,
                ]
              : []),
            ['Confirmed', <Time key="c" at={each.confirmed_at} none="no" />],
          ]}
        />
      ))}
    </Block>
  );

/** What was agreed to, and when. */
export function Consent({ session: { consent } }: PartProps) {
  if (!consent)
    return (
      <Block title="Consent">
        <p className="quiet">None was given.</p>
      </Block>
    );
  return (
    <Block title="Consent">
      {consent.withdrawn_at && (
        <Note tone="review">
          Withdrawn <Time at={consent.withdrawn_at} />.
        </Note>
      )}
      <Facts
        rows={[
          [consent.accepted ? 'Agreed' : 'Refused', <Time key="t" at={consent.at} />],
          ['Text', `version ${consent.version}${consent.locale ? `, ${consent.locale}` : ''}`],
          ['On', `a ${consent.device}`],
          ['Given to', consent.controller ?? 'not recorded'],
          ...consent.purposes.map(({ purpose, days }) => [codeWords(purpose), kept(days)] as const),
        ]}
      />
    </Block>
  );
}

const kept = (days: number | null): string =>
  days === null
    ? 'until the person’s data are deleted'
    : days === 0
      ? 'not beyond the decision'
      : count(days, 'day');

const STATES: Record<string, string> = { none: 'none were taken', kept: 'kept', deleted: 'deleted' };

export const About = ({ session }: PartProps) => (
  <Block title="Session">
    <Facts
      rows={[
        [
          'Workflow',
          <span key="w">
            <ShortId id={session.workflow_id} /> v{session.workflow_version}
          </span>,
        ],
        ['Page’s key', session.bound ? 'bound: the token works in one browser alone' : 'not bound'],
        ['Frames', STATES[session.retention.frames] ?? session.retention.frames],
        ...(session.retention.delete_after
          ? [['Deleted', <Time key="d" at={session.retention.delete_after} />] as const]
          : []),
        ...(session.retention.redacted_at
          ? [['Redacted', <Time key="r" at={session.retention.redacted_at} />] as const]
          : []),
        ['Expires', <Time key="e" at={session.expires_at} />],
      ]}
    />
  </Block>
);
