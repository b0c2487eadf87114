import { existsSync, readFileSync, statSync } from 'node:fs';
import { type PackageFile, packageFiles } from '../../developer/package-files.ts';
import type { Finding } from '../../system/finding.ts';
import { command, EXIT } from '../command.ts';
import { columns } from '../print.ts';
import { tokenOf } from './netrc.ts';
import { type Answered, askRegistry, serviceAddress } from './service-address.ts';
import { placesOf, WHICH_FILES } from './which-files.ts';
import { type Places, pathOf } from './write-files.ts';

const CLOCK_MS = 120_000;
/** An address that no file has: a token that works gets 404 there. */
const NOWHERE = 'doctor/none-0.0.0';

export const packagesDoctor = command({
  name: 'packages doctor',
  summary: 'Ask all three registries as the tools on this machine would, and say what to do',
  options: {
    url: { type: 'string', value: 'URL', required: true, meaning: 'the address of the service' },
    project: WHICH_FILES.project,
  },
  run: async ({ options, terminal }) => {
    const url = serviceAddress(options.url);
    const places = placesOf(options.project, terminal);
    const findings = [
      ...(await reached(url)),
      ...filesOf(url, places),
      ...proxies(terminal.env),
      ...(await registriesOf(url, places)),
    ];
    return { ok: findings.every(({ ok }) => ok), findings };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: ({ ok, findings }) =>
    `${columns(
      findings.map(({ name, ok, says }) => [ok ? 'ok ' : 'BAD', name, says]),
      '',
    )}\n\n${ok ? 'Packages can be installed.' : 'Not all is well: see the lines marked BAD.'}`,
});

async function reached(url: string): Promise<Finding[]> {
  const answer = await askRegistry(`${url}/npm/-/ping`, null);
  if ('problem' in answer) return [{ name: 'service', ok: false, says: `${url}: ${answer.problem}` }];
  const ok = answer.status === 200;
  const says = ok ? url : `${url}/npm answered ${answer.status}: is --url the address of the service?`;
  return [{ name: 'service', ok, says }, ...clock(answer)];
}

function clock({ ahead_ms }: Answered): Finding[] {
  if (ahead_ms === null || Math.abs(ahead_ms) < CLOCK_MS) return [];
  const minutes = Math.round(Math.abs(ahead_ms) / 60_000);
  const says = `this machine is ${minutes} min ${ahead_ms > 0 ? 'ahead of' : 'behind'} the service: set it, or certificates and tokens fail`;
  return [{ name: 'clock', ok: false, says }];
}

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const fileNamed = (url: string, name: PackageFile['file']) =>
  packageFiles(url).find(({ file }) => file === name)!;

/** The token in a file of the home folder; null when it has none for this service. */
function tokenIn(url: string, name: PackageFile['file'], places: Places): string | null {
  const { file, text } = fileNamed(url, name);
  const content = read(pathOf({ file }, places));
  if (file === '~/.netrc') return tokenOf(content, new URL(url).hostname);
  const line = text
    .trimEnd()
    .split('\n')
    .find((each) => each.includes('pkg_'))!;
  const setting = line.slice(0, line.indexOf('='));
  const row = content.split(/\r?\n/).find((each) => each.trim().startsWith(`${setting}=`));
  return row?.slice(row.indexOf('=') + 1).trim() || null;
}

function filesOf(url: string, places: Places): Finding[] {
  const project = pathOf({ file: '.npmrc' }, places);
  const content = read(project);
  const scope = fileNamed(url, '.npmrc').text.trim();
  const named = content.includes(scope.replace(/\/$/, ''));
  const findings: Finding[] = [
    {
      name: '.npmrc of the project',
      ok: named,
      says: named ? project : `${project} does not have the line ${scope}`,
    },
  ];
  if (/_auth(Token)?\s*=\s*(?!\$)\S/.test(content))
    findings.push({
      name: 'secret',
      ok: false,
      says: `${project} is committed and holds a token: move that line to ~/.npmrc, and revoke the token`,
    });
  return [...findings, ...modes(places)];
}

/** A file that others can read gives the token away. */
function modes(places: Places): Finding[] {
  const secret = ['~/.npmrc', '~/.netrc', 'gradle.properties'] as const;
  return secret
    .map((file) => pathOf({ file }, places))
    .filter((path) => read(path).includes('pkg_') && (statSync(path).mode & 0o077) !== 0)
    .map((path) => ({ name: 'mode', ok: false, says: `others can read ${path}: chmod 600 ${path}` }));
}

function proxies(env: Record<string, string | undefined>): Finding[] {
  const set = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
  const says = `${set} is set. The tools use it, and this command does not: it asks the service directly`;
  return set ? [{ name: 'proxy', ok: true, says }] : [];
}

const REGISTRIES = [
  { path: 'npm/@doctor%2fnone', file: '~/.npmrc', scheme: 'Bearer' },
  { path: `ios/${NOWHERE}.zip`, file: '~/.netrc', scheme: 'Basic' },
  { path: `maven/${NOWHERE}.pom`, file: 'gradle.properties', scheme: 'Basic' },
] as const;

const registriesOf = (url: string, places: Places): Promise<Finding[]> =>
  Promise.all(
    REGISTRIES.map(async ({ path, file, scheme }) => {
      const name = `/${path.split('/')[0]}`;
      const token = tokenIn(url, file, places);
      if (!token)
        return { name, ok: false, says: `${file} has no token of ${url}: npx standpoint packages login` };
      const secret = scheme === 'Basic' ? Buffer.from(`token:${token}`).toString('base64') : token;
      const answer = await askRegistry(`${url}/${path}`, `${scheme} ${secret}`);
      if ('problem' in answer) return { name, ok: false, says: answer.problem };
      return { name, ...verdict(answer, file) };
    }),
  );

function verdict({ status, sentence }: Answered, file: string): Omit<Finding, 'name'> {
  if (status === 404 && sentence) return { ok: true, says: `the token in ${file} installs` };
  if (status === 401) return { ok: false, says: `${file}: ${sentence ?? 'the token is refused'}` };
  if (status === 429) return { ok: false, says: 'too many wrong tokens came from here: wait a minute' };
  const who = sentence ?? 'something else than this service answers, perhaps a proxy or a sign-in page';
  return { ok: false, says: `it answered ${status}: ${who}` };
}
