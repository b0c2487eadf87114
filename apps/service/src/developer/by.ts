import { TooMany } from '../accounts/api-keys.ts';
import type { By } from '../accounts/audit.ts';
import type { Call, PersonCaller } from '../deps.ts';
import { refuse } from '../refuse.ts';

type PersonCall = Pick<Call<unknown, unknown, unknown, PersonCaller>, 'caller' | 'request_id' | 'ip'>;

/** The person who changes something, for the audit log. */
export const by = ({ caller: { actor }, request_id, ip }: PersonCall): By => ({ actor, request_id, ip });

/** Says that the organization has as many as it may have. */
export function tooMany(error: unknown): never {
  if (error instanceof TooMany) return refuse('invalid_request', 'too many', { message: error.message });
  throw error;
}
