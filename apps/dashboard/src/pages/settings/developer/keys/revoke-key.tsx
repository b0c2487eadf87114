import { envPath, type Place } from '../../../../app/place.ts';
import { Time } from '../../../../parts/time.tsx';
import { type Key, keysQuery } from '../queries.ts';
import { Revoke } from '../revoke.tsx';

interface RevokeProps {
  of: Key;
  place: Place;
  close(): void;
}

export const RevokeKey = ({ of, place, close }: RevokeProps) => (
  <Revoke
    name={of.name}
    id={of.key_id}
    path={`${envPath(place)}/keys/${of.key_id}`}
    list={keysQuery(place).queryKey}
    verb="Revoke the key"
    close={close}
  >
    Within 5 seconds every call with <span className="mono">{of.starts}…</span> is refused, for good. What it
    made stays. It was last used: <Time at={of.last_used_at} none="never" />. To exchange a key without a
    pause, rotate it instead.
  </Revoke>
);
