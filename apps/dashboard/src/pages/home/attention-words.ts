import type { Attention } from '@standpoint/contract';
import type { Place } from '../../app/place.ts';
import { spanWords } from '../../clock/words.ts';
import type { IconName } from '../../parts/icon.tsx';
import { numberWords } from './words.ts';

interface AttentionWords {
  icon: IconName;
  tone: 'fail' | 'review';
  what: string;
  means: string;
  action: { words: string; to: string } | { words: string; copy: string };
}

const many = (count: number, one: string, more = `${one}s`): string =>
  `${numberWords(count)} ${count === 1 ? one : more}`;

type Worded = (item: Attention, place: Place, now_ms: number) => AttentionWords;

const link = ({ org, env }: Place, path: string): string => `/${org}/${env}/${path}`;

/** What happened, what it means, and the one thing to do. */
const WORDS: Record<Attention['kind'], Worded> = {
  reviews_overdue: ({ count, since }, place, now_ms) => ({
    icon: 'clock',
    tone: 'fail',
    what: count === 1 ? '1 review is overdue.' : `${numberWords(count)} reviews are overdue.`,
    means: since ? `The oldest waits ${spanWords(now_ms - Date.parse(since))} longer than promised.` : '',
    action: { words: 'Open the queue', to: link(place, 'review') },
  }),
  records_contradicted: ({ count, id }, place) => ({
    icon: 'shield',
    tone: 'fail',
    what: `${many(count, 'record differs', 'records differ')} from the signed evidence.`,
    means: 'Backends get an error for it, and no decision. Someone may have changed the database.',
    action: {
      words: 'Open the record',
      to: link(place, id?.startsWith('fcs_') ? `sessions/${id}` : `verifications/${id ?? ''}`),
    },
  }),
  webhook_disabled: ({ name, count }, place) => ({
    icon: 'hook',
    tone: 'fail',
    what: `${name ?? 'An endpoint'} was switched off.`,
    means: `Every attempt failed, or it said that it is gone. ${many(count, 'delivery waits', 'deliveries wait')}.`,
    action: { words: 'See webhooks', to: link(place, 'webhooks') },
  }),
  webhook_failing: ({ name, count, detail, next_at }, place, now_ms) => ({
    icon: 'hook',
    tone: 'fail',
    what: `${name ?? 'An endpoint'} does not take webhooks.`,
    means: [
      detail ? `It answered ${detail}; ` : '',
      many(count, 'delivery waits', 'deliveries wait'),
      next_at && Date.parse(next_at) > now_ms
        ? `, the next try is in ${spanWords(Date.parse(next_at) - now_ms)}`
        : '',
      '.',
    ].join(''),
    action: { words: 'See webhooks', to: link(place, 'webhooks') },
  }),
  key_misused: ({ name, count, detail }, place) => ({
    icon: 'key',
    tone: 'review',
    what: `The key “${name ?? ''}” came from a browser.`,
    means:
      `It was refused ${many(count, 'time')}${detail ? `, last from ${detail}` : ''}. Whoever sees the ` +
      'page has it.',
    action: { words: 'Rotate the key', to: `/${place.org}/settings/developer` },
  }),
  network_data_old: ({ count }) => ({
    icon: 'data',
    tone: 'review',
    what: `Address data is ${many(count, 'day')} old.`,
    means: 'Answers hold; the confidence that they state falls until it is updated.',
    action: { words: 'Copy the command', copy: 'npx standpoint geo update' },
  }),
  audit_head_late: ({ count }) => ({
    icon: 'list',
    tone: 'review',
    what: 'The audit log is not being signed.',
    means: `${many(count, 'entry has', 'entries have')} no signed head yet; heads are due every hour.`,
    action: { words: 'Copy the check', copy: 'npx standpoint audit verify' },
  }),
  retention_failed: () => ({
    icon: 'trash',
    tone: 'review',
    what: 'The last nightly deletion failed.',
    means: 'Data stays longer than promised until a run succeeds.',
    action: { words: 'Copy the command', copy: 'npx standpoint retention run' },
  }),
};

export const attentionWords: Worded = (item, place, now_ms) => WORDS[item.kind](item, place, now_ms);
