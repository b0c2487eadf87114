import { byVersion, npmPath } from './names.ts';
import type { NpmVersion } from './shelf.ts';

/** What npm reads of a version when it installs; the full form has the whole package.json. */
const ABBREVIATED = [
  'name',
  'version',
  'deprecated',
  'dependencies',
  'optionalDependencies',
  'bundleDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'directories',
  'engines',
  'cpu',
  'os',
  'funding',
] as const;

export const ABBREVIATED_TYPE = 'application/vnd.npm.install-v1+json';

/** `latest` and the tag that each package.json names for its line, such as `v0.3`: the newest version of each. */
export function tagsOf(versions: readonly NpmVersion[]): Record<string, string> {
  const tags = new Map<string, string>();
  for (const { version, manifest } of [...versions].sort((a, b) => byVersion(a.version, b.version))) {
    const named = (manifest.publishConfig as { tag?: unknown } | undefined)?.tag;
    const tag = typeof named === 'string' ? named : version.includes('-') ? 'next' : 'latest';
    tags.set(tag, version);
  }
  // npm needs one: of a package that has only lines of their own, it is the newest.
  if (!tags.has('latest'))
    tags.set(
      'latest',
      versions
        .map(({ version }) => version)
        .sort(byVersion)
        .at(-1)!,
    );
  return Object.fromEntries(tags);
}

/** The manifest of one version with the address of its file. */
export const manifestAt = (name: string, { version, manifest }: NpmVersion, base: string) => ({
  ...manifest,
  _id: `${name}@${version}`,
  dist: { ...(manifest.dist as object), tarball: `${base}/npm/${npmPath(name, version)}` },
});

const chosen = (manifest: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(ABBREVIATED.filter((key) => key in manifest).map((key) => [key, manifest[key]])),
  dist: manifest.dist,
});

/** Everything that npm knows about a package (its registry's document), or the short form that it installs by. */
export function packument(
  name: string,
  versions: readonly NpmVersion[],
  base: string,
  short: boolean,
): object {
  const manifests = versions.map((one) => [one.version, manifestAt(name, one, base)] as const);
  const modified = new Date(Math.max(...versions.map(({ added_at }) => added_at.getTime()))).toISOString();
  const tags = tagsOf(versions);
  if (short)
    return {
      name,
      modified,
      'dist-tags': tags,
      versions: Object.fromEntries(manifests.map(([version, manifest]) => [version, chosen(manifest)])),
    };
  const times = versions.map(({ version, added_at }) => [version, added_at.toISOString()]);
  const { description, license } = versions.at(-1)!.manifest;
  return {
    _id: name,
    name,
    description,
    license,
    'dist-tags': tags,
    time: { created: times[0]![1], modified, ...Object.fromEntries(times) },
    versions: Object.fromEntries(manifests),
  };
}
