import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCidr } from './network-address.ts';

/**
 * Every variable of the service with its default and meaning (interface §10). `NAME_FILE` reads the value
 * from a file.
 */
const VARIABLES = {
  STANDPOINT_HOST: { default: '127.0.0.1', meaning: 'address to listen on' },
  STANDPOINT_PORT: { default: '4000', meaning: 'port of the production base address' },
  STANDPOINT_SANDBOX_PORT: {
    default: '4001',
    meaning: 'port of the sandbox base address; may equal STANDPOINT_PORT, then Host decides',
  },
  STANDPOINT_BASE_URL: { default: 'http://localhost:{port}', meaning: 'production base address' },
  STANDPOINT_SANDBOX_BASE_URL: {
    default: 'http://localhost:{sandbox port}',
    meaning: 'sandbox base address',
  },
  STANDPOINT_FACE_BASE_URL: { default: '{base url}/face', meaning: 'where the face app is served' },
  STANDPOINT_DATA_DIR: { default: './.standpoint', meaning: 'embedded PostgreSQL, keys, frames' },
  DATABASE_URL: { default: '', meaning: 'a PostgreSQL of version 15 or newer; the embedded one when absent' },
  STANDPOINT_ROOT_KEY: { default: '', meaning: '32 bytes, base64; made in the data directory when absent' },
  STANDPOINT_TRUSTED_PROXIES: {
    default: '',
    meaning: 'CIDRs of proxies whose X-Forwarded-For is trusted, comma-separated',
  },
  STANDPOINT_FRAMES: {
    default: 'file:',
    meaning: 'where captured frames are stored; file: is the data directory',
  },
  STANDPOINT_GALLERY_MB: {
    default: '1024',
    meaning: 'memory in MB for the search for duplicate faces; 10⁶ templates take 520 MB',
  },
  STANDPOINT_FACE_PACK: {
    default: 'accurate',
    meaning: 'face models: accurate, strict, or the name of a folder in packs/ of the data directory',
  },
  STANDPOINT_FACE_WORKERS: {
    default: '1',
    meaning: 'threads for the face models; each uses up to one core, the first 250 MB, others 140 MB',
  },
  STANDPOINT_LIMITS_FILE: { default: '', meaning: 'JSON file with address limits (0 = off)' },
  STANDPOINT_METRICS_TOKEN: {
    default: '',
    meaning: 'bearer token of /metrics; only this computer may read it when absent',
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
  log_level: string;
}

/** Lists all mistakes at once, so that an operator can fix a configuration in one go. */
export class ConfigError extends Error {
  readonly mistakes: string[];
  constructor(mistakes: string[]) {
    super(
      [
        `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`,
        ...mistakes.map((mistake) => `  - ${mistake}`),
      ].join('\n'),
    );
    this.mistakes = mistakes;
  }
}

/** Variables of integrators' code and of the tests. On a developer's machine they are set beside ours. */
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
    if (direct && file) mistakes.push(`${name} and ${name}_FILE are both set; remove one of them`);
    if (direct) values.set(name, direct);
    else if (file) {
      try {
        values.set(name, readFileSync(file, 'utf8').trim());
      } catch {
        mistakes.push(`${name}_FILE names a file that cannot be read`);
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
  if (!/^\d{1,5}$/.test(text) || value > 65_535) mistakes.push(`${name} must be a port from 0 to 65535`);
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
    mistakes.push('STANDPOINT_ROOT_KEY is one repeated byte; make a random key: openssl rand -base64 32');
  return key;
}

/** Reads the configuration from the environment. Throws a ConfigError that lists every mistake. */
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
    log_level: get('STANDPOINT_LOG_LEVEL'),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** The rows of `config print`: each value and its source. Secrets are masked. */
export function describeConfig(
  env: Environment,
): { name: string; value: string; source: 'environment' | 'file' | 'default'; meaning: string }[] {
  return (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const secret = /KEY|TOKEN|DATABASE_URL/.test(name);
    const source = env[name] ? 'environment' : env[`${name}_FILE`] ? 'file' : 'default';
    const value =
      source === 'default'
        ? VARIABLES[name].default
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
