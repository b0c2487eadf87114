import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../refuse.ts';

interface MetricsCaller {
  authorization: string | undefined;
  remote_address: string | undefined;
  forwarded: boolean;
  /** Whether the service's own address is on this machine. */
  local_service: boolean;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * With a token, its holder may read the metrics; without one, only this machine. A proxy's calls come from
 * loopback too, so a forwarded call counts as outside, and so does every call when the base address is
 * public.
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
