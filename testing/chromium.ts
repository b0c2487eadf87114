import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The parameters of a launch. */
export interface Chromium {
  executable: string;
  /** Added to the environment: fonts, and libraries where the system has none. */
  env: Record<string, string>;
}

const run = promisify(execFile);
const ENTRY = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const UNPACK = `import chromium from ${JSON.stringify(pathToFileURL(ENTRY).href)}; await chromium.executablePath();`;

let unpacked: Promise<Chromium> | undefined;

/** The Chromium that npm installed. It is unpacked once per machine and user, which takes about 1.3 s. */
export const chromium = (): Promise<Chromium> => {
  unpacked ??= find().catch((error) => {
    unpacked = undefined;
    throw error;
  });
  return unpacked;
};

const find = async (): Promise<Chromium> => {
  const folder = await unpackedFolder();
  const executable = join(folder, 'chromium');
  const env: Record<string, string> = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  if (!(await starts(executable, env))) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  if (!(await starts(executable, env))) throw new Error(`Chromium does not start: ${executable} --version`);
  return { executable, env };
};

const starts = (executable: string, env: Record<string, string>): Promise<boolean> =>
  run(executable, ['--version'], { env: { ...process.env, ...env }, timeout: 60_000 }).then(
    () => true,
    (error) => {
      if (error.killed) throw error;
      return false;
    },
  );

/**
 * Creates a folder that gets its name only when it is complete, so that concurrent processes never see half
 * a binary.
 */
const unpackedFolder = async (): Promise<string> => {
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `standpoint-chromium-${await version()}-${user}`);
  if (await isOurs(folder, user)) {
    if (await isWhole(folder)) return folder;
    // A cleaner of the temporary folder has taken a part of it.
    await rm(folder, { recursive: true, force: true });
  }
  const draft = await mkdtemp(`${folder}-`);
  try {
    // This runs in its own process, because the package unpacks into TMPDIR. The variable makes it unpack
    // its NSS libraries too.
    await run(process.execPath, ['--input-type=module', '-e', UNPACK], {
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'nodejs24.x' },
      timeout: 120_000,
    });
    await writeFile(join(draft, 'fonts.conf'), fontConfig(folder));
    await mkdir(join(draft, 'font-cache'));
    await rename(draft, folder);
  } catch (error) {
    // Another process was faster. Its folder is equally good.
    if (!(await isOurs(folder, user))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
};

/** What lies in the folder since its first moment. */
const isWhole = async (folder: string): Promise<boolean> => {
  const parts = await Promise.all(
    ['chromium', 'fonts.conf'].map((name) => lstat(join(folder, name)).catch(() => null)),
  );
  return parts.every((part) => part !== null);
};

/**
 * Any user can create a folder of this name in a temporary directory. A binary that belongs to another user
 * never runs.
 */
const isOurs = async (folder: string, user: number): Promise<boolean> => {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return false;
  if (!found.isDirectory() || (process.getuid && found.uid !== user)) {
    throw new Error(`${folder} belongs to another user; remove it, or set TMPDIR to a folder of your own`);
  }
  return true;
};

const version = async (): Promise<string> => {
  const manifest = await readFile(join(dirname(ENTRY), '../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

/** The system's fonts where it has some, and always the package's one font. */
const fontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
