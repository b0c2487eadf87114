import type { ServedFile } from './artifact.ts';
import { compareVersions, isPreRelease, lineOf } from './versions.ts';

/** Fields of a version that npm needs to install it, of the form `application/vnd.npm.install-v1+json`. */
const INSTALL_FIELDS = [
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'bundleDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bin',
  'directories',
  'engines',
  'os',
  'cpu',
  'deprecated',
] as const;

type Fields = Record<string, unknown>;

/** All versions of one package, as npm asks for them. `abbreviated`: what an installation needs. */
export function packument(files: readonly ServedFile[], base_url: string, abbreviated: boolean): Fields {
  const ordered = files.toSorted((a, b) => compareVersions(a.version, b.version));
  const { name } = ordered[0]!;
  const versions = Object.fromEntries(
    ordered.map((each) => [each.version, versionOf(each, base_url, abbreviated)]),
  );
  const modified = new Date(Math.max(...ordered.map(({ created_at }) => created_at.getTime()))).toISOString();
  const tags = tagsOf(ordered.map(({ version }) => version));
  if (abbreviated) return { name, modified, 'dist-tags': tags, versions };
  const times = ordered.map(({ version, created_at }) => [version, created_at.toISOString()] as const);
  const created = times.map(([, time]) => time).sort()[0];
  const { description, license } = ordered.at(-1)!.manifest ?? {};
  return {
    _id: name,
    name,
    description,
    license,
    'dist-tags': tags,
    versions,
    time: { created, modified, ...Object.fromEntries(times) },
  };
}

/** One version with the address and the hashes of its tarball. */
export function versionOf(file: ServedFile, base_url: string, abbreviated: boolean): Fields {
  const { name, version, manifest } = file;
  const all = manifest ?? {};
  const kept = abbreviated
    ? Object.fromEntries(INSTALL_FIELDS.flatMap((field) => (field in all ? [[field, all[field]]] : [])))
    : all;
  const scripts = (all.scripts ?? {}) as Fields;
  return {
    ...kept,
    name,
    version,
    ...(!abbreviated && { _id: `${name}@${version}` }),
    ...(['preinstall', 'install', 'postinstall'].some((script) => script in scripts) && {
      hasInstallScript: true,
    }),
    dist: {
      tarball: `${base_url}/npm/${name}/-/${file.file}`,
      integrity: `sha512-${file.sha512.toString('base64')}`,
      shasum: file.sha1.toString('hex'),
    },
  };
}

/**
 * `latest` is the newest release, and each generation has its own tag (`v0.3`), so that `npm i …@v0.3` stays in it.
 * Where there are pre-releases alone, `latest` is the newest of them: npm refuses a package without it.
 */
export function tagsOf(ordered: readonly string[]): Record<string, string> {
  const releases = ordered.filter((version) => !isPreRelease(version));
  const lines = Object.fromEntries(releases.map((version) => [`v${lineOf(version)}`, version]));
  const next = ordered.filter(isPreRelease).at(-1);
  return {
    latest: (releases.at(-1) ?? ordered.at(-1))!,
    ...lines,
    ...(next && compareVersions(next, releases.at(-1) ?? '0.0.0') > 0 && { next }),
  };
}

/** A path below /npm: what is asked for. Null: nothing that this registry has. */
export function npmPath(path: string): { name: string; version?: string; tarball?: string } | null {
  const [, name, rest = ''] = /^(@[^/]+\/[^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  if (!name) return null;
  if (rest === '') return { name };
  const tarball = /^-\/([^/]+\.tgz)$/.exec(rest)?.[1];
  if (tarball) return { name, tarball };
  return rest.includes('/') ? null : { name, version: rest };
}
