import type { Webhook } from '@standpoint/contract';

/** What an endpoint's last attempt says of it. `none`: nothing was sent yet. */
export type Tone = 'pass' | 'fail' | 'review' | 'none';
interface EndpointState {
  tone: Tone;
  words: string;
}

const OFF_WORDS: Record<NonNullable<Webhook['disabled_reason']>, EndpointState> = {
  operator: { tone: 'none', words: 'Switched off' },
  gone: { tone: 'fail', words: 'Off: it answered 410, “gone”' },
  failing: { tone: 'fail', words: 'Off: every attempt of five days failed' },
};

/** Why there was no answer. */
const PROBLEM_WORDS: Record<string, string> = {
  address_not_public: 'Address is not public',
  address_not_allowed: 'Address is not allowed',
  name_not_found: 'Name was not found',
  connection_failed: 'No connection',
  tls_failed: 'No secure connection',
  timed_out: 'No answer in time',
  event_gone: 'Event was too old to send',
  internal: 'Event could not be built',
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export function stateOf({
  enabled,
  disabled_reason,
  last,
}: Pick<Webhook, 'enabled' | 'disabled_reason' | 'last'>): EndpointState {
  if (!enabled) return OFF_WORDS[disabled_reason ?? 'operator'];
  if (!last) return { tone: 'none', words: 'Nothing sent yet' };
  const { status, problem } = last;
  if (status !== null)
    return isSuccess(status)
      ? { tone: 'pass', words: `Answered ${status}` }
      : { tone: 'fail', words: `Answered ${status}` };
  return { tone: 'fail', words: PROBLEM_WORDS[problem ?? ''] ?? problem ?? 'No answer' };
}

export function waitingWords(pending: number): string {
  if (pending === 0) return '';
  return pending === 1 ? '1 waits' : `${pending.toLocaleString('en')} wait`;
}

/** What is wrong with the address of a new endpoint; the service has the last word. */
export function urlProblem(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol))
    return 'Write the whole address, like https://shop.example/standpoint.';
  if (url.username || url.password) return 'Leave the name and password out of the address.';
  return url.hash ? 'Leave out everything from # on: it is never sent.' : null;
}
