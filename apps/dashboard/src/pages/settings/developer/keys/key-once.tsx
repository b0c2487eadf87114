import type { Place } from '../../../../app/place.ts';
import { Dialog } from '../../../../parts/dialog.tsx';
import { Facts } from '../../../../parts/facts.tsx';
import { SecretOnce } from '../../../../parts/secret-once.tsx';
import { fromWords } from './addresses.ts';
import { inEnvironment, type KeyKind, KIND_WORDS } from './kinds.ts';
import { mayWords } from './scopes.ts';

interface KeyOnceProps {
  shown: string;
  name: string;
  kind: KeyKind;
  cidrs: readonly string[];
  scopes: readonly string[];
  place: Place;
  close(): void;
}

/** A new key, in the one moment in which it can be read. */
export const KeyOnce = ({ shown, name, kind, cidrs, scopes, place, close }: KeyOnceProps) => (
  <Dialog opened stays title="Copy the key now" close={close}>
    <p className="soft">“{name}” is ready. We keep a hash and cannot show the key again.</p>
    <SecretOnce what="the key" secret={shown} done={close}>
      <Facts
        rows={[
          ['Good for', `${kind === 'api' ? 'minting tokens' : mayWords(scopes)} ${inEnvironment(place.env)}`],
          ['From', fromWords(cidrs)],
          [
            'Put it in',
            <>
              <code className="mono">{KIND_WORDS[kind].variable}</code> on your server, never in a page
            </>,
          ],
        ]}
      />
    </SecretOnce>
  </Dialog>
);
