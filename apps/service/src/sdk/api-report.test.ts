import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiReports } from '../../../../docs/api.ts';
import { PACKAGES } from './published.ts';

it('is committed as it is built, so that a change is seen (npx node docs/api.ts writes it)', async () => {
  const reports = await apiReports();
  expect(globSync('*/api*.md', { cwd: PACKAGES }).sort()).toEqual([...reports.keys()].sort());
  for (const [path, text] of reports) {
    const file = join(PACKAGES, path);
    const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(committed, `packages/${path}: npx node docs/api.ts`).toBe(text);
    expect(text).toMatch(/^export \{/m);
  }
});
