import type { LegalHold } from '@standpoint/contract';
import { READ_AUDIT } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/client.ts';
import { roleIn, useMe } from '../../api/me.ts';
import type { Place } from '../../app/place.ts';
import { Note } from '../../parts/note.tsx';
import { Time } from '../../parts/time.tsx';
import type { Fact } from '../../record/facts.tsx';
import { type About, customerPath } from './about.ts';
import { storedWords } from './stored-words.ts';

interface StandingProps {
  about: About;
  place: Place;
  id: string;
}

/** What everyone has to know before they do anything: a hold, or an erasure. */
export const Standing = ({ about, place, id }: StandingProps) => (
  <>
    {about.hold && <Hold hold={about.hold} place={place} id={id} />}
    {about.erased && (
      <Note icon="trash">
        Erased <Time at={about.erased.at} />: {storedWords(about.erased.counts)}.{' '}
        {!about.erased.finished && 'The key is being destroyed. '}
        {about.known && 'The customer has come back since; what stands here is new.'}
      </Note>
    )}
  </>
);

function Hold({ hold, place, id }: { hold: NonNullable<About['hold']>; place: Place; id: string }) {
  const role = roleIn(useMe(), place.org);
  const { data } = useQuery({
    queryKey: ['customer', place, id, 'hold'],
    queryFn: ({ signal }) => read<LegalHold>(`${customerPath(place, id)}/hold`, undefined, signal),
    enabled: role !== null && READ_AUDIT.includes(role),
  });
  return (
    <Note tone="review" icon="lock">
      Legal hold since <Time at={hold.placed_at} />, placed by {placer(hold.placed_by)},{' '}
      {hold.until ? (
        <>
          until <Time at={hold.until} />
        </>
      ) : (
        'until it is removed'
      )}
      . Nothing of this customer is deleted.
      {data && ` Reason: ${data.reason}.`}
      {hold.erasure_asked_at && (
        <>
          {' '}
          An erasure was asked for <Time at={hold.erasure_asked_at} />, and happens when the hold ends.
        </>
      )}
    </Note>
  );
}

const placer = (by: string): string =>
  by.startsWith('key:') ? `your backend (${by.slice(4)})` : by === 'cli' ? 'a command' : by;

/** What is kept, and what the person said to it. */
export const aboutFacts = ({ stored, consent }: About, base: string): Fact[] => [
  { name: 'Stored', value: storedWords(stored) },
  {
    name: 'Consent',
    value: consent ? (
      <p>
        {consent.accepted ? 'given' : 'refused'} <Time at={consent.at} /> in{' '}
        <Link to={`${base}/sessions/${consent.session_id}` as '/'}>a face session</Link>
        {consent.withdrawn_at && (
          <>
            , withdrawn <Time at={consent.withdrawn_at} />
          </>
        )}
        {consent.accepted && !consent.withdrawn_at && (
          <span className="quiet"> · the person withdraws it on the page, or through your backend</span>
        )}
      </p>
    ) : (
      <span className="quiet">never asked for</span>
    ),
  },
];
