import type { AnswerOf, EventType, listEvents } from '@standpoint/contract';
import type { Options } from '../config.ts';
import { type Listing, listing } from '../listing.ts';
import { pause } from '../request.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { type Caller, pageOf, results } from './call.ts';

export interface EventQuery {
  type?: EventType;
  /** Only events after the one with this id. Absent: from the oldest that is kept (30 days). */
  after?: string;
  /** Events of one page, 1 to 100. */
  limit?: number;
}

export interface PollOptions extends Options {
  /** Pause after a page without further events, in milliseconds. Default 5,000. */
  intervalMs?: number;
}

/** The same events as webhooks send, in the order in which they were stored. */
export interface Events {
  /** Those that are stored by now. The cursor of a page is the id of its last event. */
  list(query?: EventQuery, options?: Options): Listing<WebhookEvent>;
  /**
   * Those that are stored by now, and then each new one, without an end: leave the loop, or abort `signal`
   * (which throws its reason). Keep the `id` of the last event that you have handled, and pass it as `after`
   * at the next start.
   */
  poll(query?: EventQuery, options?: PollOptions): AsyncIterable<WebhookEvent>;
}

type Stored = AnswerOf<typeof listEvents>['events'][number];

/** The form in which `unwrap` returns it, so that one function can handle both. */
const eventOf = ({ event_id, type, timestamp, data }: Stored) =>
  ({ id: event_id, type, timestamp, data }) as WebhookEvent;

export function eventsOf(call: Caller): Events {
  const read = (query: EventQuery, options: Options) =>
    call<AnswerOf<typeof listEvents>>({ ...results('GET', '/events'), query: { ...query } }, options);

  async function* poll(query: EventQuery, { intervalMs = 5_000, ...options }: PollOptions) {
    if (!(intervalMs >= 100)) throw new TypeError('`intervalMs` must be a number from 100 on');
    let { after } = query;
    for (;;) {
      const { events, next_after, more } = await read({ limit: 100, ...query, after }, options);
      yield* events.map(eventOf);
      after = next_after ?? after;
      if (!more) await pause(intervalMs, options.signal);
    }
  }

  return {
    list: (query = {}, options = {}) =>
      listing(async (after = query.after) => {
        const answer = await read({ ...query, after }, options);
        return pageOf(answer, answer.events.map(eventOf), answer.more ? answer.next_after : null);
      }),
    poll: (query = {}, options = {}) => poll(query, options),
  };
}
