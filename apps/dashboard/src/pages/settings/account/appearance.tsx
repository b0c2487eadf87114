import { SegmentedControl, Select, Switch } from '@mantine/core';
import type { Me, Preferences } from '@standpoint/contract';
import { changePreferences } from '../../../api/me.ts';
import { offsetOf } from '../../../clock/words.ts';
import { ownZone } from '../../../clock/zone.ts';
import { Block } from '../../../parts/block.tsx';
import { useNow } from '../../../parts/time.tsx';
import { sayWrong } from '../../../toast/toasts.ts';
import styles from './rows.module.css';
import { zoneChoices } from './zones.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const DIRECTIONS = [
  { value: 'auto', label: 'As the language' },
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
];

const wish = (preferences: Preferences): void => void changePreferences(preferences).catch(sayWrong);

function Zone({ chosen }: { chosen: Preferences['time_zone'] }) {
  const now = useNow();
  return (
    <Select
      className={styles.field}
      aria-labelledby="zone"
      searchable
      limit={100}
      nothingFoundMessage="No such zone"
      value={chosen ?? ownZone()}
      data={zoneChoices(ownZone(), chosen, (zone) => offsetOf(zone, now))}
      onChange={(value) => value && wish({ time_zone: value })}
    />
  );
}

/** How the dashboard looks and listens, on every device of the person. */
export function Appearance({ me: { preferences } }: { me: Me }) {
  const { theme = 'system', direction = 'auto', time_zone, letter_keys = true } = preferences;
  return (
    <Block title="Appearance and keys" about="Holds in every browser in which you sign in.">
      <div className={styles.choices}>
        <span id="theme">Theme</span>
        <SegmentedControl
          aria-labelledby="theme"
          value={theme}
          data={THEMES}
          onChange={(value) => wish({ theme: value as Preferences['theme'] })}
        />
        <span id="direction">Direction</span>
        <SegmentedControl
          aria-labelledby="direction"
          value={direction}
          data={DIRECTIONS}
          onChange={(value) => wish({ direction: value as Preferences['direction'] })}
        />
        <span id="zone">Time zone</span>
        <Zone chosen={time_zone} />
        <span id="letters">Keys</span>
        <Switch
          label="Single letters do things: j and k move, g and v go to verifications"
          checked={letter_keys}
          onChange={(event) => wish({ letter_keys: event.currentTarget.checked })}
        />
      </div>
    </Block>
  );
}
