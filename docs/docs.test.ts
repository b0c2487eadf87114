import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfig } from '../apps/service/src/config.ts';
import { KEPT } from '../e2e/screens/kept.ts';
import { endpointTable } from './endpoints.ts';
import { limitTables } from './limits.ts';
import { rolesTable } from './roles.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the documents', () => {
  it('list every endpoint as the contract has it (npx node docs/endpoints.ts writes the table)', () => {
    expect(read('docs/spec.md')).toContain(endpointTable());
  });

  it('list every endpoint of the dashboard with its roles (npx node docs/roles.ts writes the table)', () => {
    expect(read('docs/dashboard.md').endsWith(rolesTable())).toBe(true);
  });

  it('list every limit with its default as the code has it (npx node docs/limits.ts writes the tables)', () => {
    for (const { table } of limitTables()) expect(read('docs/operations.md')).toContain(table);
  });

  it('name every variable of the environment', () => {
    const all = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    const texts = all.map((name) => read(`docs/${name}`)).join('\n');
    const names = describeConfig({}).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(
      names.filter((name) => !texts.includes(`\`${name}\``)),
      'Add a row to docs/operations.md.',
    ).toEqual([]);
  });

  it('name only files that exist in ARCHITECTURE', () => {
    const named = [...read('ARCHITECTURE.md').matchAll(/`((?:apps|packages|examples)\/[\w./-]+)`/g)].map(
      (match) => match[1]!,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('link only to files that exist', () => {
    const files = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      ...readdirSync(join(root, 'docs'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    const broken = files.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map((match) => join(root, file, '..', match[1]!))
        .filter((path) => !existsSync(path)),
    );
    expect(broken).toEqual([]);
  });

  it('keep at most twenty pictures of screens, show each, and show phone, desktop, dark and right to left', () => {
    const pictures = readdirSync(join(root, 'docs/screens')).filter((name) => name.endsWith('.png'));
    expect(pictures.sort()).toEqual(KEPT.toSorted());
    expect(pictures.length).toBeLessThanOrEqual(20);
    const shown = [...read('docs/screens/README.md').matchAll(/src="([^"]+)"/g)].map((match) => match[1]!);
    expect(shown.sort()).toEqual(pictures);
    for (const look of ['-phone-', '-desktop-', '-dark', '-rtl'])
      expect(pictures.some((name) => name.includes(look))).toBe(true);
  });

  it('give a reason for every direct dependency, and none for what is gone', () => {
    const reasons = read('docs/decisions/dependencies.md');
    const manifests = [
      'package.json',
      'bench/package.json',
      'packages/native/kotlin/compiler/package.json',
      'apps/service/package.json',
      'apps/service/testing/packages/package.json',
      'apps/face/package.json',
      'apps/dashboard/package.json',
      'packages/contract/package.json',
      'packages/web/package.json',
      'packages/node/package.json',
      'packages/react-native/package.json',
      'packages/react-native/peers/package.json',
      'packages/node/frameworks/package.json',
    ];
    const direct = new Set(
      manifests.flatMap((file) => {
        const {
          dependencies = {},
          devDependencies = {},
          optionalDependencies = {},
        } = JSON.parse(read(file)) as Record<string, Record<string, string>>;
        return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
          (name) => !name.startsWith('@standpoint/'),
        );
      }),
    );
    const named = new Set(
      [...reasons.matchAll(/^\| ([^|]+) \|/gm)]
        .flatMap((match) => match[1]!.split(',').map((name) => name.trim()))
        .filter((name) => name !== 'package' && !name.startsWith('-')),
    );
    expect([...direct].filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !direct.has(name))).toEqual([]);
  });
});
