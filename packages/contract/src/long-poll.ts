import { closed, formed, optional } from './schema.ts';

/** The query of a call that may wait for news. */
export const longPollQuery = () =>
  closed({
    /** Seconds to wait for news, 0 to 25. */
    wait: optional(formed('^([0-9]|1[0-9]|2[0-5])$', 'a whole number of seconds from 0 to 25')),
    /** The version that the caller has. */
    since: optional(formed('^[0-9]{1,9}$', 'the version that an earlier answer had, a whole number')),
  });
