/** Names and versions as each kind of package writes them, and the addresses that follow from them. */

/** A version that never changes: no range, no SNAPSHOT. */
export const VERSION = /^\d{1,6}(\.\d{1,6}){1,2}(-[0-9A-Za-z.-]{1,40})?$/;
const NPM_NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

export const isNpmName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 214 && NPM_NAME.test(name);

/** `web-0.5.0.tgz` for `@standpoint/web`. */
const tarballOf = (name: string, version: string): string => `${name.split('/').at(-1)}-${version}.tgz`;

/** `@standpoint/web/-/web-0.5.0.tgz` */
export const npmPath = (name: string, version: string): string => `${name}/-/${tarballOf(name, version)}`;

export type NpmWanted =
  | { what: 'package'; name: string }
  | { what: 'version'; name: string; version: string }
  | { what: 'tags'; name: string }
  | { what: 'file'; name: string; path: string };

/** What an address below /npm/ asks for; null when it is none of npm's. The name may come as `@scope%2fname`. */
export function npmWanted(path: string): NpmWanted | null {
  const tags = /^-\/package\/(.+)\/dist-tags$/.exec(path)?.[1];
  if (tags) return isNpmName(tags) ? { what: 'tags', name: tags } : null;
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/@]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (!isNpmName(name)) return null;
  if (rest === '') return { what: 'package', name };
  if (/^-\/[^/]+\.tgz$/.test(rest)) return { what: 'file', name, path };
  return rest.includes('/') ? null : { what: 'version', name, version: rest };
}

/** `com/example/standpoint/0.5.0/standpoint-0.5.0.aar` */
export const mavenPath = (group: string, artifact: string, version: string, file: string): string =>
  [...group.split('.'), artifact, version, file].join('/');

/** Numbers first; a version with a suffix comes before the same one without. */
export function byVersion(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(/-(.*)/s));
  const [numbers, others] = [left, right].map((parts) => parts![0]!.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const by = (numbers![i] ?? 0) - (others![i] ?? 0);
    if (by !== 0) return by;
  }
  const [end, other] = [left![1] ?? '', right![1] ?? ''];
  if (end === other) return 0;
  if (!end || !other) return end ? -1 : 1;
  return end.localeCompare(other, 'en', { numeric: true });
}
