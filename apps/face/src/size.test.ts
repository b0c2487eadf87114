import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtFrontEnd, FACE_APP } from '../../service/src/frontends.ts';

const KB = 1_024;
const MB = 1_000_000;
/**
 * The files of guidance: the worker with its kernels, and the two models. They load after the camera is on.
 */
const GUIDANCE = /^worker-.*\.js$|\.(wasm|bin|json)$/;

test('loads at most 60 KB before the camera, 160 KB in all, 2.1 MB for guidance, nothing inline', async () => {
  const files = await builtFrontEnd(FACE_APP, { data_dir: tmpdir() });
  const assets = join(files, 'assets');
  const sizes = Object.fromEntries(
    readdirSync(assets)
      .filter((name) => name.endsWith('.gz'))
      .map((name) => [name.slice(0, -'.gz'.length), statSync(join(assets, name)).size]),
  );
  const total = (pattern: RegExp) =>
    Object.entries(sizes).reduce((sum, [name, size]) => (pattern.test(name) ? sum + size : sum), 0);
  const page = readFileSync(join(files, 'index.html'), 'utf8');
  const largestLanguage = Math.max(
    ...Object.keys(sizes)
      .filter((name) => /^[a-z]{2}-/.test(name))
      .map((name) => sizes[name]!),
  );
  // The script of the page, and what the browser fetches with it.
  const scripts = [...page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map(([, name]) => name!);
  const before = scripts.reduce((sum, name) => sum + sizes[name]!, largestLanguage);
  const app = total(/^(?!worker-).*\.(js|css)$/);
  const guidance = total(GUIDANCE);
  console.log(`gzip bytes: before the camera ${before}, all script and style ${app}, guidance ${guidance}`);
  expect(before).toBeLessThanOrEqual(60 * KB);
  expect(app).toBeLessThanOrEqual(160 * KB);
  expect(guidance).toBeGreaterThan(1 * MB);
  expect(guidance).toBeLessThanOrEqual(2.1 * MB);
  expect(scripts.length, 'the page has a script and its shared part').toBeGreaterThan(1);
  for (const name of scripts)
    expect(readFileSync(join(assets, name), 'utf8'), 'no build for development').not.toMatch(/lineNumber:/);
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:/);
});
