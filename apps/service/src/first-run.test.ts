import { expect, test } from 'vitest';
import EXAMPLE from '../../../workflow.example.json' with { type: 'json' };
import { testService } from '../testing/hooks.ts';
import { firstRun } from './first-run.ts';

const service = testService();

test('names every period of the example workflow in its consent texts, and the search for a second account', async () => {
  const { consent, retention, dedupe } = EXAMPLE;
  const words = { en: /second account/, de: /zweiten Konto/ };
  expect(dedupe.scope).toBe('organization');
  for (const [locale, text] of Object.entries(consent.texts)) {
    expect(text).toContain(` ${retention.frames_days} `);
    expect(text).toContain(` ${retention.template_days} `);
    expect(text).toMatch(words[locale as keyof typeof words]);
  }
});

test('makes one organization with one key when several services start at once, and each gets it', async () => {
  const { database, config } = service;
  const demos = await Promise.all(Array.from({ length: 6 }, () => firstRun(database.db, config)));
  const keys = new Set(demos.map((demo) => demo?.api_key.key));
  expect([...keys]).toEqual([expect.stringMatching(/^sp_test_/)]);
  expect(await database.db.selectFrom('organization').select('org').execute()).toHaveLength(1);
});
