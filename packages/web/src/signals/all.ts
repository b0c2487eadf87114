import type { Evidence } from '@standpoint/contract';
import { automation } from './automation.ts';
import { clock } from './clock.ts';
import { device } from './device.ts';
import { page } from './page.ts';

/** Each signal: small, explainable, one file. To add one, write the file and name it here. */
const SIGNALS = [page, automation];

export const readSignals = (): Pick<Evidence, 'clock' | 'device' | 'signals'> => ({
  clock: clock(),
  device: device(),
  signals: Object.assign({}, ...SIGNALS.map((read) => read())),
});
