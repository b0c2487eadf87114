import { expect, test } from 'vitest';
import { type Ready, readyText } from './ready-text.ts';

const READY: Ready = {
  base_url: 'http://localhost:4000',
  sandbox_base_url: 'http://localhost:4001',
  data_dir: '.standpoint',
  database: 'embedded PostgreSQL 18.4',
  relocated: null,
  dashboard_url: 'http://localhost:4000/dashboard',
  setup_url: null,
  demo_url: null,
  sandbox_key: null,
  workflow_id: null,
  organization: null,
  doubt: null,
  notice: null,
  ready_ms: 4_200,
};

test('says before its last line that data are old, with the command that refreshes them', () => {
  const text = readyText({ ...READY, notice: 'The data are 180 days old: npx standpoint geo update' });
  expect(text).toMatch(/\n\n The data are 180 days old: npx standpoint geo update\n\n Ready on http/);
});

test('says nothing between the commands and its last line when nothing is old or doubtful', () => {
  expect(readyText(READY)).toMatch(
    /--env production\n\n Ready on http:\/\/localhost:4000 after 4\.2 s\.\n\n$/,
  );
});

test('names the demo shop where there is one, and no address below /demo where there is none', () => {
  expect(readyText({ ...READY, demo_url: 'http://localhost:4000/demo/' })).toContain('Demo shop');
  expect(readyText(READY)).not.toMatch(/demo/i);
});
