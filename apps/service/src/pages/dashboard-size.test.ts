import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFrontEnd, DASHBOARD } from '../frontends.ts';

const KB = 1_024;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Everything that a module of the manifest needs before it runs. */
function filesOf(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]!;
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const each of chunk.imports ?? []) filesOf(manifest, each, seen);
  return seen;
}

/** The pages that people open first, and what they load beside their own imports before they are usable. */
const PAGES: Record<string, readonly string[]> = {
  'src/pages/home/page.tsx': ['src/pages/home/charts.tsx'],
  'src/pages/verifications/list.tsx': [],
  'src/pages/sessions/list.tsx': [],
  'src/pages/review/page.tsx': [],
};
/** What the service's own headers add to each file (`npm run bench -- --only dashboard-pages` counts all bytes). */
const HEADERS = 450;

/** Bytes on the wire, as a browser takes them. */
const packed = (file: string): number => statSync(`${file}.br`).size + HEADERS;

test('each first page is usable after at most 230 KB of script and style, with nothing inline', async () => {
  const built = await builtFrontEnd(DASHBOARD, { data_dir: tmpdir() });
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'));
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const first = /assets\/first-paint-[\w-]+\.js/.exec(page)![0];
  const cold = (name: string) => {
    const files = new Set([first]);
    for (const part of ['index.html', name, ...PAGES[name]!]) filesOf(manifest, part, files);
    return [...files].reduce((sum, file) => sum + packed(join(built, file)), 0);
  };
  const totals = Object.keys(PAGES).map((name) => ({ name, bytes: cold(name) }));
  console.log(totals);
  for (const { name, bytes } of totals) {
    expect(bytes, name).toBeGreaterThan(100 * KB);
    expect(bytes, name).toBeLessThanOrEqual(230 * KB);
  }
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:/);
});
