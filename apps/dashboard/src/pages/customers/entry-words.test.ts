import type { TimelineEntry } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { entryWords } from './entry-words.ts';

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  at: '2026-11-23T10:00:00.000Z',
  area: 'geolocation',
  id: 'ver_1',
  about: 'deposit',
  status: 'decided',
  decision: 'pass',
  record_contradicted: false,
  ...more,
});

test.each([
  [{}, 'pass', 'Pass'],
  [{ area: 'face', decision: 'declined' }, 'fail', 'Declined'],
  [{ area: 'face', decision: null, status: 'in_progress' }, 'quiet', 'Under way'],
  [{ decision: null, status: 'half_done' }, 'quiet', 'Half done'],
  [{ record_contradicted: true }, 'fail', 'Record differs'],
] as [Partial<TimelineEntry>, string, string][])('%o', (more, tone, word) => {
  expect(entryWords(entry(more))).toEqual({ tone, word });
});
