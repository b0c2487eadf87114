import { Button } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { useState } from 'react';
import { savePreferences } from '../app/save-preferences.ts';
import { fullTime } from '../clock/words.ts';
import { ownZone, useZone } from '../clock/zone.ts';
import { Dialog } from '../parts/dialog.tsx';
import styles from './zone-dialog.module.css';

/** What `ZoneDialog` holds, and what its buttons and fields do. */
function useZoneDialog({ close }: { close(): void }) {
  const now = useZone();
  const [zone, setZone] = useState(now);
  const own = ownZone();
  const zones = [...new Set([own, now, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const keep = () => {
    if (zone !== now) savePreferences({ time_zone: zone });
    close();
  };
  return { zone, setZone, own, zones, keep };
}

/** In which zone every time of the dashboard is told, on every device of the person. */
export function ZoneDialog({ me, close }: { me: Me; close(): void }) {
  const { zone, setZone, own, zones, keep } = useZoneDialog({ close });
  return (
    <Dialog
      opened
      size={440}
      title="Time zone"
      close={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="filled" onClick={keep}>
            Use this zone
          </Button>
        </>
      }
    >
      <label>
        <span className={styles.label}>All times are told in</span>
        <select
          className={styles.select}
          data-autofocus
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
        >
          {zones.map((each) => (
            <option key={each} value={each}>
              {each.replaceAll('_', ' ')}
              {each === own ? ' (this browser’s)' : ''}
              {me.preferences.time_zone === each ? ' (yours)' : ''}
            </option>
          ))}
        </select>
      </label>
      <p className="soft num">Now: {fullTime(new Date(), zone)}</p>
    </Dialog>
  );
}
