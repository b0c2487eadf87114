import { readTarball } from '../archives/tar.ts';
import { type Artifact, type Manifest, Unfit, VERSION } from '../artifact.ts';

export const NPM_NAME = /^@standpoint\/[a-z0-9][a-z0-9._-]{0,99}$/;

/** `react-native-0.5.0.tgz`, as npm names the file of a package in its address. */
export const tarballName = (name: string, version: string): string => `${name.split('/')[1]}-${version}.tgz`;

/** The package.json of a package that `npm pack` made. */
export function manifestIn(bytes: Buffer): Manifest {
  const files = readTarball(bytes);
  const outside = files.find(({ name }) => !name.startsWith('package/'));
  if (outside) throw new Unfit(`${outside.name} in it is not below package/: make it with npm pack`);
  const text = files.find(({ name }) => name === 'package/package.json')?.bytes.toString('utf8');
  if (text === undefined) throw new Unfit('it has no package/package.json: make it with npm pack');
  const manifest = objectIn(text);
  const { name, version } = manifest ?? {};
  if (!manifest || typeof name !== 'string' || !NPM_NAME.test(name))
    throw new Unfit(
      'its package.json has no name of the form @standpoint/name, which .npmrc asks this registry for',
    );
  if (typeof version !== 'string' || !VERSION.test(version))
    throw new Unfit(
      `its package.json has no version such as 0.5.0 (it says ${JSON.stringify(version) ?? 'none'})`,
    );
  return manifest as Manifest;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    throw new Unfit('its package.json is not JSON');
  }
}

export function npmArtifact(bytes: Buffer): Artifact {
  const manifest = manifestIn(bytes);
  const { name, version } = manifest;
  return { kind: 'npm', name, version, file: tarballName(name, version), bytes, manifest };
}
