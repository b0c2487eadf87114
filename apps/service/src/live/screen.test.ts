import type { News } from '@standpoint/contract';
import { expect, test } from 'vitest';
import { Screen } from './screen.ts';

const PLACE = { org: 'org_1', env: 'sandbox' } as const;
const opened = () => new Screen({ org: 'org_1', session_id: 's', role: 'owner' }, PLACE, () => 'e.1');
const news = (count: number): News[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'verification', id: `ver_${i}`.padEnd(30, '0') }) as News);

test('is told to load anew when much has happened while its page began, and stays open', () => {
  const screen = opened();
  screen.one(news(2_000));
  screen.beat();
  expect(screen.body.destroyed).toBe(false);
  expect(String(screen.body.read())).toMatch(/^id: e\.1\nevent: all\ndata: null\n\nid: e\.1\nevent: beat/);
});

test('ends when its reader does not read what is told little by little', () => {
  const screen = opened();
  for (let i = 0; i < 200; i++) screen.one(news(10));
  expect(screen.body.destroyed).toBe(true);
});
