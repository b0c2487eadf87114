import type { Environment } from '@standpoint/contract';

const SINGLE = "'";
/** An address inside double quotes of a shell, so that a variable in it is still one. */
const quoted = (address: string): string => `"${address}"`;

const preflight = (base: string, customer: string): string =>
  [
    `curl -s ${quoted(`${base}/geolocation/preflight`)} \\`,
    '  -H "Authorization: Bearer $STANDPOINT_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d ${SINGLE}{"customer_id":"${customer}","transaction_type":"deposit"}${SINGLE}`,
  ].join('\n');

/** The calls that bring the first row. In the sandbox one terminal plays both sides; in production, a device has to. */
export function firstCalls(base: string, env: Environment): string {
  if (env === 'production') return preflight(base, 'cus_1');
  return [
    `TOKEN=$(${preflight(base, 'test_pass')} |`,
    `  sed ${SINGLE}s/.*"token":"\\([^"]*\\)".*/\\1/${SINGLE})`,
    '',
    `curl -s ${quoted(`${base}/geolocation/verify`)} \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    '  -d ' +
      `${SINGLE}{"evidence":{"attempt_id":"1","platform":"web","positions":[],"collected_at":"${SINGLE}$(date ` +
      `-u +%Y-%m-%dT%H:%M:%S.000Z)${SINGLE}"}}${SINGLE}`,
  ].join('\n');
}
