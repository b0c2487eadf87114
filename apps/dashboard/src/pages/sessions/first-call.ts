import type { Environment } from '@standpoint/contract';

/** The call that begins a session. Its answer has the address at which the person goes on. */
export const firstSessionCall = (base: string, env: Environment): string => {
  const customer = env === 'sandbox' ? 'test_face_approved' : 'cus_1';
  return [
    `curl -s "${base}/facecheck/session/portal" \\`,
    '  -H "Authorization: Bearer $STANDPOINT_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"workflow_id":"'$WORKFLOW_ID'","customer":{"customer_id":"${customer}"}}'`,
  ].join('\n');
};
