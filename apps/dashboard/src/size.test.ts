import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

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

test('home and a list are each usable after at most 230 KB of script and style, with nothing inline', async () => {
  const root = new URL('..', import.meta.url).pathname;
  const outDir = mkdtempSync(join(tmpdir(), 'standpoint-dashboard-size-'));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true, manifest: true },
  });
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));
  const zipped = (file: string) => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length;
  const cold = (page: string) => filesOf(manifest, page, filesOf(manifest, 'index.html'));
  const pages = ['src/pages/home/page.tsx', 'src/pages/verifications/list.tsx'];
  const page = readFileSync(join(outDir, 'index.html'), 'utf8');
  const first = /assets\/first-paint-[\w-]+\.js/.exec(page)![0];
  const totals = pages.map((name) => [...cold(name), first].reduce((sum, file) => sum + zipped(file), 0));
  rmSync(outDir, { recursive: true });
  console.log(`gzip bytes: script and style until home is usable ${totals[0]}, until a list is ${totals[1]}`);
  for (const total of totals) {
    expect(total).toBeGreaterThan(100 * KB);
    expect(total).toBeLessThanOrEqual(230 * KB);
  }
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:/);
});
