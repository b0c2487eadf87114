import { Menu } from '@mantine/core';
import type { Me, Preferences, Role } from '@standpoint/contract';
import { lazy, Suspense, useState } from 'react';
import { savePreferences } from '../app/save-preferences.ts';
import { signOut } from '../app/sign-out.ts';
import { zoneWords } from '../clock/words.ts';
import { useZone } from '../clock/zone.ts';
import { openKeys } from '../keyboard/help-state.ts';
import { LiveWord } from '../live/state-word.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import styles from './person-foot.module.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';

const ZoneDialog = lazy(async () => ({ default: (await import('./zone-dialog.tsx')).ZoneDialog }));

const PersonMenu = ({ me, role }: { me: Me; role: Role | null }) => (
  <Menu position="top-start" width={224}>
    <Menu.Target>
      <button type="button" className={styles.line} title={me.email}>
        <Icon name="person" />
        <span className={styles.name}>{me.name}</span> {role}
        <span className={styles.end}>
          <Icon name="dots" />
        </span>
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{me.email}</Menu.Label>
      <Appearance preferences={me.preferences} />
      <Menu.Divider />
      <Menu.Item leftSection={<Icon name="list" />} rightSection={<kbd>?</kbd>} onClick={openKeys}>
        Keys of this page
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="out" />} onClick={() => void signOut()}>
        Sign out
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** The bottom of the navigation: in which zone times are told, and who is signed in. */
export function PersonFoot({ me, role }: { me: Me; role: Role | null }) {
  const zone = useZone();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.foot}>
      <LiveWord />
      <button type="button" className={styles.line} title={zone} onClick={() => setChoosing(true)}>
        <Icon name="globe" />
        <span className={styles.name}>
          <span className="unseen">Time zone: </span>
          {zoneWords(zone, new Date())}
        </span>
        <span className={styles.end}>
          <Icon name="down" />
        </span>
      </button>
      <PersonMenu me={me} role={role} />
      {choosing && (
        <Suspense fallback={null}>
          <ZoneDialog me={me} close={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}

const THEMES = [
  ['system', 'Theme of the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const mark = (on: boolean): IconName => (on ? 'check' : 'dash');

function Appearance({ preferences }: { preferences: Preferences }) {
  const rtl = preferences.direction === 'rtl';
  return (
    <>
      {THEMES.map(([theme, title]) => {
        const on = (preferences.theme ?? 'system') === theme;
        return (
          <Menu.Item
            key={theme}
            leftSection={<Icon name={mark(on)} />}
            aria-current={on || undefined}
            onClick={() => savePreferences({ theme })}
          >
            {title}
          </Menu.Item>
        );
      })}
      <Menu.Item
        leftSection={<Icon name="swap" />}
        onClick={() => savePreferences({ direction: rtl ? 'auto' : 'rtl' })}
      >
        {rtl ? 'Left to right' : 'Right to left'}
      </Menu.Item>
    </>
  );
}
