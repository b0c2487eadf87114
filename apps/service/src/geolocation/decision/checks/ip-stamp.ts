import { check, fail, pass, skipped, uncertain } from './check.ts';

const family = (ip: string) => (ip.includes(':') ? 6 : 4);

export const ipStamp = check({
  question: 'Is the address that was stamped during collect() the one that now connects?',
  group: 'network',
  codes: { ip_stamp_mismatch: { fail: 'ignore', uncertain: 'ignore' } },
  run({ network: { ip, stamp_ip } }) {
    const code = 'ip_stamp_mismatch';
    if (stamp_ip === null) return [skipped(code, 'no_stamp')];
    if (ip === null) return [skipped(code, 'no_address')];
    const inputs = { ip, stamp_ip };
    if (ip === stamp_ip) return [pass(code, 1, inputs)];
    // A device with both address families uses either from one request to the next.
    return [family(ip) === family(stamp_ip) ? fail(code, 0.8, inputs) : uncertain(code, 0.5, inputs)];
  },
});
