import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LimitOverrides } from '@standpoint/contract';
import { readLimitsFile } from './calls/limits-file.ts';
import { FACE_VARIABLES, readFaceSettings } from './configuration/face.ts';
import { OIDC_VARIABLES, type Oidc, readOidc } from './configuration/oidc.ts';
import {
  address,
  cidrs,
  filePath,
  matching,
  port,
  type Reading as ReadingOf,
  redisUrl,
  roleUrl,
  settingOf,
  smtpUrl,
} from './configuration/reading.ts';
import { demoByDefault } from './demo-default.ts';
import { KEY_STORE_RULE, type KeyPlace, readKeyPlace } from './privacy/keys/place.ts';
import { readS3Account, S3_VARIABLES, type S3Account } from './s3/account.ts';

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
  DATABASE_OWNER_URL: {
    default: '',
    meaning:
      'the same database as the owner of its tables: migrations, partitions, vacuum; DATABASE_URL when absent',
  },
  DATABASE_READONLY_URL: {
    default: '',
    meaning: 'a role that only reads, or a replica: `audit list` reads there; DATABASE_URL when absent',
  },
  STANDPOINT_ROOT_KEY: { default: '', meaning: '32 bytes, base64; made in the data directory when absent' },
  STANDPOINT_TRUSTED_PROXIES: {
    default: '',
    meaning: 'CIDRs of proxies whose X-Forwarded-For is trusted, comma-separated',
  },
  STANDPOINT_EGRESS_ALLOW: {
    default: '',
    meaning: 'CIDRs that webhooks may reach although they are not public, comma-separated',
  },
  STANDPOINT_FRAMES: {
    default: 'file:',
    meaning: 'where captured frames are stored; file: is the data directory',
  },
  STANDPOINT_KEY_STORE: {
    default: 'file:',
    meaning: 'where wrapped data keys lie: file: (data-keys in the data directory), file:/… or s3://…',
  },
  ...S3_VARIABLES,
  ...FACE_VARIABLES,
  STANDPOINT_LIMITS_FILE: { default: '', meaning: 'JSON file with address limits (0 = off)' },
  REDIS_URL: {
    default: '',
    meaning: 'a Redis or Valkey in which all nodes count limits together; each by itself when absent',
  },
  STANDPOINT_SMTP_URL: {
    default: '',
    meaning:
      'mail server for invitations and resets, like ' +
      'smtps://user:password@mail.example?from=id@example.com; their links are shown to copy when ' +
      'absent',
  },
  ...OIDC_VARIABLES,
  STANDPOINT_METRICS_TOKEN: {
    default: '',
    meaning: 'bearer token of /metrics; only this computer may read it when absent',
  },
  STANDPOINT_DEMO: {
    // Follows from other variables: see demoSetting.
    default: '',
    meaning:
      'on or off: the demo shop at /demo; default on where the listener is loopback only, off elsewhere',
  },
  STANDPOINT_MAP_TILES: {
    default: '',
    meaning: 'PMTiles file whose map lies below the outlines in the dashboard; outlines alone when absent',
  },
  STANDPOINT_LOG_LEVEL: { default: 'warn', meaning: 'fatal, error, warn, info, debug or trace' },
} as const;
type VariableName = keyof typeof VARIABLES;

export interface Config {
  host: string;
  port: number;
  sandbox_port: number;
  base_url: string;
  sandbox_base_url: string;
  face_base_url: string;
  data_dir: string;
  database_url: string | null;
  /** How the owner of the tables connects; null: as the service does. */
  database_owner_url: string | null;
  /** Where reads may go that tolerate a replica; null: nowhere else. */
  database_readonly_url: string | null;
  root_key: Buffer | null;
  trusted_proxies: string[];
  egress_allow: string[];
  frames: string;
  key_store: KeyPlace;
  /** Whose buckets; null when no place is in S3. */
  s3: S3Account | null;
  face_pack: string;
  face_workers: number;
  gallery_mb: number;
  /** Of STANDPOINT_LIMITS_FILE. */
  address_limits: LimitOverrides;
  /** Where all nodes count throughput together; null: each node counts in its memory. */
  redis_url: string | null;
  /** Null: links are shown to copy. */
  smtp_url: string | null;
  /** The identity provider that people of the dashboard may sign in at; null: none. */
  oidc: Oidc | null;
  metrics_token: string | null;
  /** Whether there is a demo shop, which hands sandbox tokens to every visitor. */
  demo: boolean;
  /** A PMTiles file; null: maps show outlines alone. */
  map_tiles: string | null;
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
  'STANDPOINT_TEST_KEY',
  'STANDPOINT_RESULTS_KEY',
  'STANDPOINT_ORGANIZATION',
  'STANDPOINT_WORKFLOW_ID',
  'STANDPOINT_WEBHOOK_SECRET',
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
      mistakes.push(
        `${name} is not a variable of this service. If your app reads it, unset it here; ` +
          'npx standpoint config print shows all of ours',
      );
    }
  }
  return values;
}

type Reading = ReadingOf<VariableName>;

function readAddresses(reading: Reading) {
  const main_port = port(reading, 'STANDPOINT_PORT');
  const sandbox_port = port(reading, 'STANDPOINT_SANDBOX_PORT');
  const base_url = address(reading, 'STANDPOINT_BASE_URL', `http://localhost:${main_port}`);
  return {
    host: settingOf(reading, 'STANDPOINT_HOST'),
    port: main_port,
    sandbox_port,
    base_url,
    sandbox_base_url: address(reading, 'STANDPOINT_SANDBOX_BASE_URL', `http://localhost:${sandbox_port}`),
    face_base_url: address(reading, 'STANDPOINT_FACE_BASE_URL', `${base_url}/face`),
  };
}

const BASE_URLS = ['STANDPOINT_BASE_URL', 'STANDPOINT_SANDBOX_BASE_URL', 'STANDPOINT_FACE_BASE_URL'] as const;

/** STANDPOINT_DEMO, or its default. Base addresses that are not set name this computer. */
function demoSetting(given: Reading['given']): string {
  const host = given.get('STANDPOINT_HOST') ?? VARIABLES.STANDPOINT_HOST.default;
  const base_urls = BASE_URLS.flatMap((name) => given.get(name) ?? []);
  return given.get('STANDPOINT_DEMO') ?? (demoByDefault({ host, base_urls }) ? 'on' : 'off');
}

function readDemo({ given, mistakes }: Reading): boolean {
  const demo = demoSetting(given);
  if (!/^(on|off)$/.test(demo)) mistakes.push('STANDPOINT_DEMO must be on or off');
  return demo === 'on';
}

function readLimits(reading: Reading): LimitOverrides {
  const { limits, mistakes } = readLimitsFile(settingOf(reading, 'STANDPOINT_LIMITS_FILE') || null);
  reading.mistakes.push(...mistakes);
  return limits;
}

function readRootKey({ given, mistakes }: Reading): Buffer | null {
  const text = given.get('STANDPOINT_ROOT_KEY');
  if (!text) {
    if (given.has('DATABASE_URL'))
      mistakes.push('STANDPOINT_ROOT_KEY is required with DATABASE_URL (openssl rand -base64 32)');
    return null;
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) mistakes.push('STANDPOINT_ROOT_KEY must be 32 bytes in base64');
  else if (key.every((byte) => byte === key[0]))
    mistakes.push('STANDPOINT_ROOT_KEY is one repeated byte; make a random key: openssl rand -base64 32');
  return key;
}

/** Where data keys lie: all nodes of a database share one place. */
function readKeyStore(reading: Reading, data_dir: string): Pick<Config, 'key_store' | 's3'> {
  const value = (name: VariableName) => settingOf(reading, name);
  const key_store = readKeyPlace(value('STANDPOINT_KEY_STORE'), data_dir);
  if (!key_store) reading.mistakes.push(`STANDPOINT_KEY_STORE ${KEY_STORE_RULE}`);
  const s3 = key_store?.kind === 's3' ? readS3Account(value, reading.mistakes) : null;
  return { key_store: key_store!, s3 };
}

function readStorage(reading: Reading) {
  const frames = settingOf(reading, 'STANDPOINT_FRAMES');
  if (frames !== 'file:')
    reading.mistakes.push('STANDPOINT_FRAMES must be file: (the data directory); S3 is not built yet');
  const data_dir = resolve(settingOf(reading, 'STANDPOINT_DATA_DIR'));
  return {
    data_dir,
    ...readKeyStore(reading, data_dir),
    database_url: reading.given.get('DATABASE_URL') ?? null,
    database_owner_url: roleUrl(reading, 'DATABASE_OWNER_URL', 'DATABASE_URL'),
    database_readonly_url: roleUrl(reading, 'DATABASE_READONLY_URL', 'DATABASE_URL'),
    root_key: readRootKey(reading),
    frames,
  };
}

const LEVEL = /^(fatal|error|warn|info|debug|trace|silent)$/;

/** Reads the configuration from the environment. Throws a ConfigError that lists every mistake. */
export function readConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const reading = { given: readValues(env, mistakes), defaults: VARIABLES, mistakes };
  const config: Config = {
    ...readAddresses(reading),
    ...readStorage(reading),
    ...readFaceSettings(reading),
    trusted_proxies: cidrs(reading, 'STANDPOINT_TRUSTED_PROXIES'),
    egress_allow: cidrs(reading, 'STANDPOINT_EGRESS_ALLOW'),
    address_limits: readLimits(reading),
    redis_url: redisUrl(reading, 'REDIS_URL'),
    smtp_url: smtpUrl(reading, 'STANDPOINT_SMTP_URL'),
    oidc: readOidc((name) => settingOf(reading, name), mistakes),
    metrics_token: settingOf(reading, 'STANDPOINT_METRICS_TOKEN') || null,
    demo: readDemo(reading),
    map_tiles: filePath(reading, 'STANDPOINT_MAP_TILES'),
    log_level: matching(
      reading,
      'STANDPOINT_LOG_LEVEL',
      LEVEL,
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** The rows of `config print`: each value and its source. Secrets are masked. */
export function describeConfig(
  env: Environment,
): { name: string; value: string; source: 'environment' | 'file' | 'default'; meaning: string }[] {
  const inForce = { STANDPOINT_DEMO: demoSetting(readValues(env, [])) } as Partial<
    Record<VariableName, string>
  >;
  return (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const secret = name !== 'STANDPOINT_KEY_STORE' && /KEY|TOKEN|DATABASE_\w*URL|REDIS_URL/.test(name);
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
