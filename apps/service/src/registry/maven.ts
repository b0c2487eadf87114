import type { Hashes, ServedFile } from './artifact.ts';
import { hashesOf } from './hashes.ts';
import { compareVersions, isPreRelease } from './versions.ts';

const SUMS = ['sha512', 'sha256', 'sha1', 'md5'] as const;

export interface MavenPath {
  /** `group:artifact`. */
  name: string;
  /** Null for the metadata of all versions. */
  version: string | null;
  file: string;
  /** The hash of the file, and not the file, is asked for. */
  sum: keyof Hashes | null;
}

const METADATA = 'maven-metadata.xml';

/** A path below /maven; null where it is none of a file. */
export function mavenPath(path: string): MavenPath | null {
  const sum = SUMS.find((each) => path.endsWith(`.${each}`)) ?? null;
  const parts = (sum ? path.slice(0, -sum.length - 1) : path).split('/');
  const file = parts.pop()!;
  const version = file === METADATA ? null : (parts.pop() ?? '');
  const artifact = parts.pop();
  if (!artifact || parts.length === 0 || version === '' || parts.includes('')) return null;
  return { name: `${parts.join('.')}:${artifact}`, version, file, sum };
}

const newest = (versions: readonly string[]): string | undefined => versions.at(-1);

/** The versions of one module. `files`: at least one. */
export function metadataOf(files: readonly ServedFile[]): string {
  const [group, artifact] = files[0]!.name.split(':');
  const versions = [...new Set(files.map(({ version }) => version))].sort(compareVersions);
  const updated = new Date(Math.max(...files.map(({ created_at }) => created_at.getTime())));
  const stamp = updated.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const release = newest(versions.filter((version) => !isPreRelease(version))) ?? newest(versions);
  return `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <versioning>
    <latest>${newest(versions)}</latest>
    <release>${release}</release>
    <versions>
${versions.map((version) => `      <version>${version}</version>\n`).join('')}    </versions>
    <lastUpdated>${stamp}</lastUpdated>
  </versioning>
</metadata>
`;
}

/** The text of a file such as `standpoint-0.5.0.aar.sha1`. */
export const sumText = (sum: keyof Hashes, of: Hashes | string): string =>
  (typeof of === 'string' ? hashesOf(of) : of)[sum].toString('hex');

const TYPES: Record<string, string> = {
  pom: 'text/xml; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  module: 'application/json; charset=utf-8',
  jar: 'application/java-archive',
};
export const mavenType = (file: string): string =>
  TYPES[file.split('.').at(-1)!] ?? 'application/octet-stream';
