import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../refuse.ts';

export interface MetricsCaller {
  authorization: string | undefined;
  remote_address: string | undefined;
  forwarded: boolean;
  /** Whether the service's own address is one of this machine. */
  local_service: boolean;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * With a token: whoever holds it. Without: this machine alone. What a proxy forwards comes from loopback too,
 * so anything that was forwarded counts as from outside, and so does everything where the base address is a
 * public one.
 */
export function admitToMetrics(token: string | null, caller: MetricsCaller): void {
  if (token === null) {
    if (!caller.local_service || caller.forwarded || !LOOPBACK.test(caller.remote_address ?? ''))
      refuse('not_found', 'metrics from outside without a token');
    return;
  }
  if (!caller.authorization) refuse('token_missing', 'metrics');
  const given = /^Bearer +(\S+)$/i.exec(caller.authorization)?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) refuse('token_invalid', 'metrics token');
}
