import { readZip } from '../archives/zip.ts';
import { type Artifact, Unfit } from '../artifact.ts';
import { type Pom, readPom } from './pom.ts';

export interface NamedBytes {
  /** Without a folder. */
  file: string;
  bytes: Buffer;
}

const ENDINGS = ['aar', 'jar', 'module'];
export const isMaven = (file: string): boolean => /\.(pom|aar|jar|module)$/.test(file);

/** Files of Maven modules, each with its POM among them: it alone says what they are. Throws `Unfit` with the file. */
export function mavenArtifacts(
  files: readonly NamedBytes[],
  fail: (file: string, error: unknown) => never,
): Artifact[] {
  const poms = files
    .filter(({ file }) => file.endsWith('.pom'))
    .map((each) => ({ ...each, pom: attempt(() => readPom(each.bytes), each.file, fail) }));
  return files.map(({ file, bytes }) => {
    const owner = poms.find(({ pom, file: own }) => own === file || ownsFile(pom, file));
    return attempt(() => artifactOf(file, bytes, owner?.pom), file, fail);
  });
}

function artifactOf(file: string, bytes: Buffer, pom: Pom | undefined): Artifact {
  if (!pom)
    throw new Unfit(
      'its POM is not among the files: name both, as in `standpoint-0.5.0.aar standpoint-0.5.0.pom`',
    );
  const { group, artifact, version } = pom;
  if (file.endsWith('.pom') && file !== `${artifact}-${version}.pom`)
    throw new Unfit(`it describes ${artifact} ${version}, so it must be called ${artifact}-${version}.pom`);
  if (/\.(aar|jar)$/.test(file)) readZip(bytes);
  return { kind: 'maven', name: `${group}:${artifact}`, version, file, bytes, manifest: null };
}

/** `standpoint-0.5.0.aar`, and `standpoint-0.5.0-sources.jar`. */
const ownsFile = ({ artifact, version }: Pom, file: string): boolean => {
  const rest = file.startsWith(`${artifact}-${version}`) ? file.slice(`${artifact}-${version}`.length) : null;
  return rest !== null && new RegExp(`^(-[A-Za-z0-9_-]{1,40})?\\.(${ENDINGS.join('|')})$`).test(rest);
};

function attempt<T>(work: () => T, file: string, fail: (file: string, error: unknown) => never): T {
  try {
    return work();
  } catch (error) {
    return fail(file, error);
  }
}
