import { deviceClock } from '../position.ts';
import { check, fail, pass, skipped, uncertain } from './check.ts';

const UNCERTAIN_MS = 120_000;
const WRONG_MS = 600_000;

export const clockSkew = check({
  question: "Does the device's clock agree with ours?",
  group: 'time',
  codes: { clock_skew: { fail: 'review', uncertain: 'ignore', remedy: 'check_device_clock' } },
  run({ evidence, now_ms }) {
    const epoch = deviceClock(evidence);
    if (epoch === null) return [skipped('clock_skew', 'no_clock')];
    const skew_ms = epoch - now_ms;
    const size = Math.abs(skew_ms);
    if (size > WRONG_MS) return [fail('clock_skew', 1, { skew_ms })];
    return [
      size > UNCERTAIN_MS ? uncertain('clock_skew', 0.7, { skew_ms }) : pass('clock_skew', 1, { skew_ms }),
    ];
  },
});
