import type { Delivery, DeliveryTry } from '@standpoint/contract';
import type { OutcomeTone } from '../../parts/outcome.tsx';

export const STATES: Record<Delivery['state'], { word: string; tone: OutcomeTone }> = {
  delivered: { word: 'Delivered', tone: 'pass' },
  pending: { word: 'Waiting', tone: 'retry' },
  failed: { word: 'Given up', tone: 'fail' },
};

/** Why there was no answer, by the code of the service. */
const PROBLEMS: Record<string, string> = {
  timed_out: 'No answer in time',
  event_gone: 'The event is older than events are kept',
  internal: 'Could not be built',
};

/** What came of an attempt: "Answered 500", "No answer in time". */
export function tryWords({ status, problem }: Pick<DeliveryTry, 'status' | 'problem'>): string {
  if (status !== null) return `Answered ${status}`;
  const code = problem ?? '';
  return PROBLEMS[code] ?? `No answer: ${code.replaceAll('_', ' ')}`;
}

export const lastWords = ({ last }: Pick<Delivery, 'last'>): string =>
  last ? tryWords(last) : 'Not tried yet';

/** By the status alone: a receiver took it with 2xx. */
export const tryTone = ({ status }: Pick<DeliveryTry, 'status'>): OutcomeTone =>
  status !== null && status >= 200 && status < 300 ? 'pass' : 'fail';

/** "34 ms", "1.2 s". */
export const msWords = (ms: number): string =>
  ms < 1_000 ? `${ms}\u00a0ms` : `${(ms / 1_000).toFixed(1)}\u00a0s`;

export const eventsWords = (count: number, more = false): string =>
  more
    ? `more than ${count.toLocaleString('en')} events`
    : count === 1
      ? '1 event'
      : `${count.toLocaleString('en')} events`;

/** The id of a delivery in an address. */
export const deliveryId = ({ webhook_id, event_id }: Pick<Delivery, 'webhook_id' | 'event_id'>): string =>
  `${webhook_id}.${event_id}`;
