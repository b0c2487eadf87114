import { Button } from '@mantine/core';
import type { AnswerOf, workflows as endpoints } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { spanWords } from '../../clock/words.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { QrCode } from '../second-factor/qr-code.tsx';
import styles from './link-made.module.css';
import { reachWords } from './reach.ts';

type Link = AnswerOf<typeof endpoints.makeLink>;

interface MadeProps {
  link: Link;
  place: Place;
  customer_id: string;
  close(): void;
}

const ASK_MS = 3_000;

/** The link and its code, until the check has begun. */
const ToPerson = ({ url, used }: { url: string; used: boolean }) => (
  <div className={styles.made} data-used={used || undefined}>
    <div className={styles.code}>
      <QrCode text={url} name="The link as a code to scan" />
    </div>
    <div className={styles.words}>
      <code className={styles.url} dir="ltr" data-link>
        {url}
      </code>
      <div className={styles.buttons}>
        <CopyButton text={url} what="the link" label="Copy the link" size="sm" />
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer">
          Open it on this device
        </Button>
      </div>
      <p className="soft">
        The person reads who asks and what for, agrees or refuses, and only then does the camera open. At a
        desktop they may go on with a phone, where the workflow lets them.
      </p>
    </div>
  </div>
);

/** What `LinkMade` holds, and what its buttons and fields do. */
function useLinkMade({ link, place }: Pick<MadeProps, 'link' | 'place'>) {
  const left = useLeft(link);
  const { data } = useQuery({
    queryKey: ['link', place, link.link_id],
    queryFn: ({ signal }) =>
      read<{ session_id: string | null }>(`${envPath(place)}/links/${link.link_id}`, undefined, signal),
    refetchInterval: (query) => (query.state.data?.session_id ? false : ASK_MS),
    staleTime: 0,
  });
  const session = data?.session_id;
  const gone = left === 0 && !session;
  const unreachable = reachWords(link.url);
  return { left, session, gone, unreachable };
}

/** The link in the only answer that has it, as an address and as a code, until it runs out or is opened. */
export function LinkMade({ link, place, customer_id, close }: MadeProps) {
  const { left, session, gone, unreachable } = useLinkMade({ link, place });
  const footer = (
    <>
      {session && (
        <RouterLink to={`/${place.org}/${place.env}/sessions/${session}` as '/'}>Open the session</RouterLink>
      )}
      <Button variant="filled" onClick={close}>
        Done
      </Button>
    </>
  );
  return (
    <Dialog opened title={`Link for ${customer_id}`} close={close} footer={footer} stays>
      {session ? (
        <Note tone="pass" live>
          The link was opened: the check has begun.
        </Note>
      ) : (
        <Note tone={gone ? 'fail' : 'plain'} icon="clock">
          {gone ? (
            'It ran out before it was opened. Make another one.'
          ) : (
            <>
              It can be opened for another <b className="num">{spanWords(left)}</b>, on one device. This is
              the only time it is shown.
            </>
          )}
        </Note>
      )}
      {!gone && <ToPerson url={link.url} used={!!session} />}
      {unreachable && !gone && <Note tone="review">{unreachable}</Note>}
    </Dialog>
  );
}

/** Milliseconds that the link has left, by how long it lives: the clock of this device may be wrong. */
function useLeft({ made_at, expires_at }: Link): number {
  const [ends] = useState(() => Date.now() + Date.parse(expires_at) - Date.parse(made_at));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, ends - now);
}
