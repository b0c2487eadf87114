import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoByDefault } from './demo-default.ts';
import { isCidr } from './network-address.ts';

/**
 * Every variable the service knows: default and meaning (interface §10). `NAME_FILE` reads the value from a
 * file.
 */
const VARIABLES = {
  STANDPOINT_HOST: { default: '127.0.0.1', meaning: 'address to listen on' },
  STANDPOINT_PORT: { default: '4000', meaning: 'port of the production base address' },
  STANDPOINT_SANDBOX_PORT: {
    default: '4001',
    meaning: 'port of the sandbox base address; the same port: told apart by Host',
  },
  STANDPOINT_BASE_URL: { default: 'http://localhost:{port}', meaning: 'production base address' },
  STANDPOINT_SANDBOX_BASE_URL: {
    default: 'http://localhost:{sandbox port}',
    meaning: 'sandbox base address',
  },
  STANDPOINT_FACE_BASE_URL: { default: '{base url}/face', meaning: 'where the face app is served' },
  STANDPOINT_DATA_DIR: { default: './.standpoint', meaning: 'embedded PostgreSQL, keys, frames' },
  DATABASE_URL: { default: '', meaning: 'PostgreSQL ≥ 15; absent: the embedded one' },
  STANDPOINT_ROOT_KEY: { default: '', meaning: '32 bytes, base64; made in the data directory when absent' },
  STANDPOINT_TRUSTED_PROXIES: {
    default: '',
    meaning: 'CIDRs whose X-Forwarded-For is believed, comma-separated',
  },
  STANDPOINT_FRAMES: { default: 'file:', meaning: 'where captured frames lie: file: is the data directory' },
  STANDPOINT_GALLERY_MB: {
    default: '1024',
    meaning: 'memory for searching duplicates among faces; 10⁶ templates of 512 dimensions take 520 MB',
  },
  STANDPOINT_FACE_PACK: {
    default: 'accurate',
    meaning: 'models for faces: accurate, strict, or the name of a folder below the data directory’s packs',
  },
  STANDPOINT_FACE_WORKERS: {
    default: '1',
    meaning:
      'threads with the face models: 250 MB for the first, 140 for each further one, and one core each at most',
  },
  STANDPOINT_LIMITS_FILE: { default: '', meaning: 'JSON file with address limits (0 = off)' },
  STANDPOINT_METRICS_TOKEN: {
    default: '',
    meaning: 'bearer token of /metrics; absent: only loopback may read it',
  },
  STANDPOINT_DEMO: {
    // Follows from other variables: see demoSetting.
    default: '',
    meaning:
      'on or off: the demo shop at /demo; default on where the listener is loopback only, off elsewhere',
  },
  STANDPOINT_LOG_LEVEL: { default: 'warn', meaning: 'fatal, error, warn, info, debug or trace' },
} as const;
export type VariableName = keyof typeof VARIABLES;

export interface Config {
  host: string;
  port: number;
  sandbox_port: number;
  base_url: string;
  sandbox_base_url: string;
  face_base_url: string;
  data_dir: string;
  database_url: string | null;
  root_key: Buffer | null;
  trusted_proxies: string[];
  frames: string;
  face_pack: string;
  face_workers: number;
  gallery_mb: number;
  limits_file: string | null;
  metrics_token: string | null;
  /** Whether there is a demo shop, which hands sandbox tokens to anybody. */
  demo: boolean;
  log_level: string;
}

/** All mistakes at once: an operator fixes a configuration in one go. */
export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/** Names that integrators' code and the tests read; on a developer's machine they stand beside ours. */
const NOT_OURS = new Set([
  'STANDPOINT_API_KEY',
  'STANDPOINT_RESULTS_KEY',
  'STANDPOINT_WORKFLOW_ID',
  'STANDPOINT_VECTORS',
]);

type Environment = Record<string, string | undefined>;

function readValues(env: Environment, mistakes: string[]): Map<VariableName, string> {
  const values = new Map<VariableName, string>();
  for (const name of Object.keys(VARIABLES) as VariableName[]) {
    const [direct, file] = [env[name], env[`${name}_FILE`]];
    if (direct && file) mistakes.push(`${name} and ${name}_FILE are both set; keep one`);
    if (direct) values.set(name, direct);
    else if (file) {
      try {
        values.set(name, readFileSync(file, 'utf8').trim());
      } catch {
        mistakes.push(`${name}_FILE points to a file that cannot be read`);
      }
    }
  }
  for (const name of Object.keys(env)) {
    if (NOT_OURS.has(name)) continue;
    if (
      name.startsWith('STANDPOINT_') &&
      !(name.replace(/_FILE$/, '') in VARIABLES) &&
      !(name in VARIABLES)
    ) {
      mistakes.push(`${name} is not a variable of this service`);
    }
  }
  return values;
}

function port(name: string, text: string, mistakes: string[]): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) mistakes.push(`${name} must be a port between 0 and 65535`);
  return value;
}

function address(name: string, text: string, mistakes: string[]): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    mistakes.push(`${name} must be an http(s) address without query and fragment`);
  }
  return text.replace(/\/+$/, '');
}

function rootKey(text: string | undefined, mistakes: string[]): Buffer | null {
  if (!text) return null;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) mistakes.push('STANDPOINT_ROOT_KEY must be 32 bytes in base64');
  else if (key.every((byte) => byte === key[0]))
    mistakes.push('STANDPOINT_ROOT_KEY is one repeated byte: make a random one');
  return key;
}

const BASE_URLS = ['STANDPOINT_BASE_URL', 'STANDPOINT_SANDBOX_BASE_URL', 'STANDPOINT_FACE_BASE_URL'] as const;

/**
 * STANDPOINT_DEMO, or what follows where it is not set. Base addresses that are not set name this machine.
 */
function demoSetting(values: ReadonlyMap<VariableName, string>): string {
  const host = values.get('STANDPOINT_HOST') ?? VARIABLES.STANDPOINT_HOST.default;
  const base_urls = BASE_URLS.flatMap((name) => values.get(name) ?? []);
  return values.get('STANDPOINT_DEMO') ?? (demoByDefault({ host, base_urls }) ? 'on' : 'off');
}

/** Reads the configuration from the environment. Throws a ConfigError that names every mistake. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const values = readValues(env, mistakes);
  const get = (name: VariableName) => values.get(name) ?? VARIABLES[name].default;
  const mainPort = port('STANDPOINT_PORT', get('STANDPOINT_PORT'), mistakes);
  const sandboxPort = port('STANDPOINT_SANDBOX_PORT', get('STANDPOINT_SANDBOX_PORT'), mistakes);
  const base = address(
    'STANDPOINT_BASE_URL',
    values.get('STANDPOINT_BASE_URL') ?? `http://localhost:${mainPort}`,
    mistakes,
  );
  const sandboxBase = values.get('STANDPOINT_SANDBOX_BASE_URL') ?? `http://localhost:${sandboxPort}`;
  const proxies = get('STANDPOINT_TRUSTED_PROXIES')
    .split(',')
    .map((cidr) => cidr.trim())
    .filter(Boolean);
  for (const cidr of proxies)
    if (!isCidr(cidr)) mistakes.push(`STANDPOINT_TRUSTED_PROXIES: ${cidr} is not a CIDR`);
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(get('STANDPOINT_FACE_PACK')))
    mistakes.push('STANDPOINT_FACE_PACK must be accurate, strict, or the name of a folder');
  if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(get('STANDPOINT_FACE_WORKERS')))
    mistakes.push('STANDPOINT_FACE_WORKERS must be a number between 1 and 64');
  const frames = get('STANDPOINT_FRAMES');
  if (frames !== 'file:')
    mistakes.push('STANDPOINT_FRAMES must be file: (the data directory); S3 is not built yet');
  const database = values.get('DATABASE_URL') ?? null;
  const key = rootKey(values.get('STANDPOINT_ROOT_KEY'), mistakes);
  if (database && !key)
    mistakes.push('STANDPOINT_ROOT_KEY is required with DATABASE_URL (openssl rand -base64 32)');
  if (!/^[1-9]\d{0,5}$/.test(get('STANDPOINT_GALLERY_MB')))
    mistakes.push('STANDPOINT_GALLERY_MB must be a number of megabytes between 1 and 999999');
  if (!/^(fatal|error|warn|info|debug|trace|silent)$/.test(get('STANDPOINT_LOG_LEVEL')))
    mistakes.push('STANDPOINT_LOG_LEVEL is not a level');
  const demo = demoSetting(values);
  if (!/^(on|off)$/.test(demo)) mistakes.push('STANDPOINT_DEMO must be on or off');
  const config: Config = {
    host: get('STANDPOINT_HOST'),
    port: mainPort,
    sandbox_port: sandboxPort,
    base_url: base,
    sandbox_base_url: address('STANDPOINT_SANDBOX_BASE_URL', sandboxBase, mistakes),
    face_base_url: address(
      'STANDPOINT_FACE_BASE_URL',
      values.get('STANDPOINT_FACE_BASE_URL') ?? `${base}/face`,
      mistakes,
    ),
    data_dir: resolve(get('STANDPOINT_DATA_DIR')),
    database_url: database,
    root_key: key,
    trusted_proxies: proxies,
    frames,
    face_pack: get('STANDPOINT_FACE_PACK'),
    face_workers: Number(get('STANDPOINT_FACE_WORKERS')),
    gallery_mb: Number(get('STANDPOINT_GALLERY_MB')),
    limits_file: get('STANDPOINT_LIMITS_FILE') || null,
    metrics_token: get('STANDPOINT_METRICS_TOKEN') || null,
    demo: demo === 'on',
    log_level: get('STANDPOINT_LOG_LEVEL'),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** What `config print` shows: value, and where it came from. Secrets are masked. */
export function describeConfig(
  env: Environment,
): { name: string; value: string; source: 'environment' | 'file' | 'default'; meaning: string }[] {
  const inForce = { STANDPOINT_DEMO: demoSetting(readValues(env, [])) } as Partial<
    Record<VariableName, string>
  >;
  return (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const secret = /KEY|TOKEN|DATABASE_URL/.test(name);
    const source = env[name] ? 'environment' : env[`${name}_FILE`] ? 'file' : 'default';
    const value =
      source === 'default'
        ? (inForce[name] ?? VARIABLES[name].default)
        : source === 'file'
          ? `(from ${env[`${name}_FILE`]})`
          : env[name]!;
    return {
      name,
      value: secret && source === 'environment' ? '(set)' : value,
      source,
      meaning: VARIABLES[name].meaning,
    };
  });
}
