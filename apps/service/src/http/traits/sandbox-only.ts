import type { Endpoint } from '@standpoint/contract';
import type { Caller } from '../../deps.ts';
import { refuse } from '../../refuse.ts';

/** What a caller of production does instead. */
const INSTEAD: Partial<Record<Caller['kind'], string>> = {
  person: 'go to the sandbox',
  api_key: 'use a key that begins with sp_test_',
  results_key: 'use a key that begins with sr_test_',
};

/**
 * Refuses a caller of production where the endpoint is for the sandbox alone: a key of production could otherwise
 * end a person's session without a camera, or fill production with made-up people.
 */
export function requireSandbox({ sandbox_only }: Endpoint, caller: Caller): void {
  if (!sandbox_only || (caller.kind !== 'none' && caller.env === 'sandbox')) return;
  refuse('environment_mismatch', 'sandbox only', {
    message: `This exists in the sandbox only. Nothing was changed; ${INSTEAD[caller.kind] ?? 'call it there'}.`,
  });
}
