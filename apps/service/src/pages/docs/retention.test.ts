import { join } from 'node:path';
import { EXPORT_KINDS } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { CLASSES, type RetentionClass, SCHEDULE } from '../../retention/schedule.ts';
import { STEPS } from '../../retention/steps.ts';
import { SURVIVES_ERASURE } from '../../retention/unswept.ts';
import { html } from '../html.ts';
import { retentionMarkdown, retentionPage } from './retention.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');

it('docs/retention.md equals the schedule', async () => {
  await expect(retentionMarkdown()).toMatchFileSnapshot(join(REPOSITORY, 'docs/retention.md'));
});

it('the page shows every class, and what an erasure leaves', () => {
  const page = retentionPage().body.text;
  for (const name of CLASSES) {
    expect(page).toContain(`id="${name}"`);
    expect(page).toContain(html`${SCHEDULE[name].what}`.text);
  }
  for (const { what, why } of SURVIVES_ERASURE)
    for (const text of [what, why]) expect(page).toContain(html`${text}`.text);
});

it('every class with an end by age is swept, and every kind of an export belongs to a class', () => {
  const classes = Object.entries(SCHEDULE) as [string, RetentionClass][];
  const aged = classes.filter(([, { at_most }]) => at_most !== null).map(([name]) => name);
  expect(aged.filter((name) => !STEPS.has(name as never))).toEqual([]);
  const kinds = classes.flatMap(([, { exported }]) => (typeof exported === 'string' ? [] : exported));
  expect([...new Set(kinds)].sort()).toEqual([...EXPORT_KINDS].sort());
});
