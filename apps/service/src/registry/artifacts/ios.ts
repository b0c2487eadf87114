import { readZip } from '../archives/zip.ts';
import { type Artifact, Unfit, VERSION } from '../artifact.ts';

const FILE =
  /^(?<name>[A-Za-z][A-Za-z0-9_]{0,99})-(?<version>\d[0-9A-Za-z.-]*?)(?<form>\.xcframework|\.artifactbundle)?\.zip$/;

/** Name and version in the name of a file such as `Standpoint-0.5.0.xcframework.zip`; null for any other. */
export function iosPlace(file: string): { name: string; version: string; form: string } | null {
  const { name, version, form = '' } = FILE.exec(file)?.groups ?? {};
  return name && version && VERSION.test(version) ? { name, version, form } : null;
}

/** A zip of sources, or a binary artifact of Swift packages with one framework or bundle on top. */
export function iosArtifact(file: string, bytes: Buffer): Artifact {
  const place = iosPlace(file);
  if (!place)
    throw new Unfit('its name must be like Standpoint-0.5.0.xcframework.zip or Standpoint-0.5.0.zip');
  const { name, version, form } = place;
  const names = readZip(bytes);
  const tops = new Set(names.map((each) => each.split('/')[0]!).filter((top) => top !== '__MACOSX'));
  const [top] = tops;
  if (form && (tops.size !== 1 || !top!.endsWith(form)))
    throw new Unfit(
      `it must hold one folder that ends in ${form}, and holds ${[...tops].join(', ') || 'nothing'}`,
    );
  if (form === '.xcframework' && !names.includes(`${top}/Info.plist`))
    throw new Unfit(`${top} has no Info.plist`);
  return { kind: 'ios', name, version, file, bytes, manifest: null };
}
