import { Button, Menu } from '@mantine/core';
import { copyText } from '../../../../parts/copy-text.ts';
import { Icon } from '../../../../parts/icon.tsx';
import { Time, useNow } from '../../../../parts/time.tsx';
import { say } from '../../../../toast/toasts.ts';
import { MoreMenu } from '../../more-menu.tsx';
import type { Key } from '../queries.ts';
import { stateOf } from './key-state.ts';
import styles from './key-table.module.css';

interface ActionsProps {
  of: Key;
  builds: boolean;
  rotate(key: Key): void;
  revoke(key: Key): void;
}

/** The end of a key's row: what may be done with it, or when it ended. */
export function KeyActions({ of, builds, rotate, revoke }: ActionsProps) {
  const state = stateOf(of, useNow().getTime());
  if (state === 'revoked') return <Over word="revoked" at={of.revoked_at} />;
  if (state === 'ended') return <Over word="ended" at={of.expires_at} />;
  return (
    <span className={styles.actions}>
      {state === 'ends' && (
        <span>
          ends <Time at={of.expires_at} />
        </span>
      )}
      {builds && (
        <>
          {state === 'ends' ? (
            <Button size="xs" variant="subtle" onClick={() => revoke(of)}>
              End now
            </Button>
          ) : (
            <Button size="xs" variant="subtle" onClick={() => rotate(of)}>
              Rotate
            </Button>
          )}
          <More of={of} revoke={revoke} />
        </>
      )}
    </span>
  );
}

const Over = ({ word, at }: { word: string; at: string | null }) => (
  <span className="quiet">
    {word} <Time at={at} />
  </span>
);

async function copyId(id: string): Promise<void> {
  say((await copyText(id)) ? `Copied ${id}` : `Not copied: ${id}`);
}

const More = ({ of, revoke }: Pick<ActionsProps, 'of' | 'revoke'>) => (
  <MoreMenu of={of.name}>
    <Menu.Item leftSection={<Icon name="copy" />} onClick={() => void copyId(of.key_id)}>
      Copy the id
    </Menu.Item>
    <Menu.Item leftSection={<Icon name="trash" />} onClick={() => revoke(of)}>
      Revoke the key
    </Menu.Item>
  </MoreMenu>
);
