import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Packed, packedTree } from '../apps/service/src/sdk/packed-tree.ts';
import { PACKAGES, published } from '../apps/service/src/sdk/published.ts';

/**
 * What integrators see of each package: its entries and their declarations, in `packages/<name>/api.md`, and
 * an earlier generation's in `api-0.3.md`. A change of it is read in the review. After a change:
 *
 *   npx node docs/api.ts
 */
function reportOf({ name, version, folder }: Packed): string {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, { import?: { types: string } } | string>;
  };
  const entries = Object.entries(exports).flatMap(([path, to]) =>
    typeof to === 'string' ? [] : [`| \`${join(name, path)}\` | \`${to.import!.types.slice(2)}\` |`],
  );
  const files = globSync('dist/**/*.d.mts', { cwd: folder }).sort();
  const parts = files.map(
    (file) => `## ${file}\n\n\`\`\`ts\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\`\n`,
  );
  return [
    `# ${name} ${version}\n`,
    'Written by `npx node docs/api.ts`.\n',
    `| entry | declarations |\n|---|---|\n${entries.join('\n')}\n`,
    ...parts,
  ].join('\n');
}

/** The text of every report, by path below `packages/`. */
export async function apiReports(): Promise<Map<string, string>> {
  const sources = published();
  return new Map(
    (await packedTree()).map((packed) => {
      const { folder, line, earlier } = sources.find(
        ({ name, version }) => name === packed.name && version === packed.version,
      )!;
      return [
        join(folder.slice(PACKAGES.length + 1), earlier ? `api-${line}.md` : 'api.md'),
        reportOf(packed),
      ];
    }),
  );
}

if (import.meta.main)
  for (const [path, text] of await apiReports()) writeFileSync(join(PACKAGES, path), text);
