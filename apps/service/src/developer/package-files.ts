/** A file of the developer's machine, and the lines that belong into it. */
export interface PackageFile {
  file: '.npmrc' | '~/.npmrc' | '~/.netrc' | 'gradle.properties';
  /** Where it lies, in words. */
  where: string;
  text: string;
}

/** Stands where the token belongs while it is not known. */
export const NO_TOKEN = 'pkg_…';
export const NPM_SCOPE = '@standpoint';

/**
 * The files with which npm, CocoaPods, Swift packages and Gradle install the private packages of an installation. The
 * token stands in files of the person's home alone: the file in the project is committed, and pnpm reads no
 * variable of the environment there.
 */
export function packageFiles(base_url: string, token = NO_TOKEN): PackageFile[] {
  const { host, hostname, pathname } = new URL(base_url);
  const path = pathname.replace(/\/+$/, '');
  return [
    {
      file: '.npmrc',
      where: 'In the project’s root, committed: it holds no secret',
      text: `${NPM_SCOPE}:registry=${base_url}/npm/\n`,
    },
    {
      file: '~/.npmrc',
      where: 'In the home folder of the developer or the CI job, mode 0600',
      text: `//${host}${path}/npm/:_authToken=${token}\n`,
    },
    {
      file: '~/.netrc',
      where: 'iOS, in the home folder, mode 0600',
      text: `machine ${hostname}\n  login token\n  password ${token}\n`,
    },
    {
      file: 'gradle.properties',
      where: 'Android, in ~/.gradle, mode 0600',
      text: `standpointRegistry=${base_url}/maven\nstandpointToken=${token}\n`,
    },
  ];
}
