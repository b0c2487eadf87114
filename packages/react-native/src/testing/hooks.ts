import { afterAll, beforeAll, beforeEach } from 'vitest';
import { later } from '../../../../testing/later.ts';
import { isStandpointError } from '../../../web/src/errors.ts';
import { type LocalService, startLocalService } from '../../../web/src/testing/local-service.ts';

export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'resolved',
    (error) => (isStandpointError(error) ? error.code : String(error)),
  );

/** A service that forgets between tests what it was asked, and tokens of an app. */
export function testAppService() {
  let opened: LocalService | undefined;
  const service = later('service', () => opened);
  beforeAll(async () => {
    opened = await startLocalService();
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    for (const list of [service.requests, service.opened, service.faults]) list.length = 0;
  });

  const mint = (claims: Record<string, unknown> = {}) =>
    service.mint({ attestation_challenge: 'nonce-1', ...claims });
  const sent = () => service.opened[0]!.evidence;

  return { service, mint, sent };
}
