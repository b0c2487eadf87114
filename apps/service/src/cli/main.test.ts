import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standpoint } from '../../testing/command.ts';
import { rasterMap } from '../../testing/tiles/small-maps.ts';
import { COMMANDS as ALL } from './all.ts';

const COMMANDS = await Promise.all(Object.values(ALL).map((load) => load()));
const scratch = mkdtempSync(join(tmpdir(), 'standpoint-cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** No command here reaches a database that answers. */
const run = (args: string, env: Record<string, string> = {}) =>
  standpoint(args.split(' ').filter(Boolean), env);

function file(content: unknown): string {
  const path = join(scratch, `${Math.random()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('help', () => {
  test.each(['', '--help', 'help'])('is what "%s" prints, with every command', async (args) => {
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(stdout).toContain(name);
      expect(stdout).toContain(summary);
    }
  });

  test.each(COMMANDS.map(({ name }) => name))('of %s names its options', async (name) => {
    const { code, stdout } = await run(`${name} --help`);
    const { options } = COMMANDS.find((command) => command.name === name)!;
    expect(code).toBe(0);
    for (const option of [...Object.keys(options), 'json']) expect(stdout).toContain(`--${option}`);
  });
});

test('the first word of several commands has its own help', async () => {
  const { code, stdout } = await run('keys --help');
  expect(code).toBe(0);
  expect(stdout).toContain('keys create');
  expect(stdout).not.toContain('workflows create');
  expect((await run('workflow list')).stderr).toContain('did you mean workflows list?');
  const bare = await run('keys');
  expect(bare.code).toBe(2);
  expect(bare.stderr).toContain('keys rotate');
  expect(bare.stderr).not.toContain('workflows create');
});

describe('a wrong call', () => {
  // Commands of the interface that are not built yet: an error is better than doing nothing.
  test.each(['backup', 'restore', 'lab run', 'nonsense'])(
    '"%s" is an unknown command, with the list of commands',
    async (args) => {
      const { code, stderr } = await run(args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^unknown command: .*[\s\S]*keys create/)]);
    },
  );

  test.each([
    ['keys create --nmae X', '--nmae'],
    ['policies create', '--file or --preset'],
    ['policies create --preset gaming_us_state', '--allow'],
    ['policies create --preset nonsense', '--preset must be one of gaming_us_state'],
    ['policies create --file f --allow US', 'go with --preset'],
    ['verifications export', 'Name the ID'],
    ['verifications export ver_1 --customer c', 'not both'],
    ['policies replay --days 0 --draft pol_1', '--days must be a number'],
    ['keys create --env staging', '--env must be production or sandbox'],
    ['keys create --kind admin', '--kind must be one of api, results'],
    ['keys create --scopes results:read', '--scopes are for results keys'],
    ['keys create --cidr 10.0.0.0/99', 'is not a CIDR'],
    ['keys revoke', 'ID is missing'],
    ['webhooks add', '--url is missing'],
    ['webhooks add --url https://example.com --types face.done', '--types must be one of geolocation.ver'],
    ['webhooks replay whk_1', 'Name what to send again'],
    ['webhooks replay whk_1 --from noon', '--from must be a time'],
    ['webhooks rotate whk_1 --overlap 2d', '--overlap must be one of now, 1h, 24h, 7d'],
    ['webhooks update whk_1', 'Name what to change'],
    ['webhooks update whk_1 --enable --disable', 'not both'],
    ['listen', '--forward-to is missing'],
    ['listen --forward-to ftp://localhost', 'an address like http://localhost:3001/webhooks'],
    ['trigger face.done', 'is not a type of event'],
    ['workflows create', '--file is missing'],
    ['policies test --lat 1 --lng 0 --allow US-NJ', '--types and --name go with --preset'],
    ['policies test --lat 91 --lng 0', '--lat must be a number from -90 to 90'],
    ['policies test --lat 1 --lng 0 --ip nowhere', 'is not an IP address'],
    ['customers erase somebody', 'add --yes'],
    ['jwt decode', 'Standard input is empty'],
    ['--json keys', 'A command comes first'],
  ])('"%s" says what is wrong', async (args, message) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a database', () => {
  /** Accepts connections as a database does, and never answers. */
  const silent = createServer();
  const address = (port: number) => `postgresql://standpoint:secret@127.0.0.1:${port}/standpoint`;
  const reads = async (port: number) => {
    const { code, stderr } = await run('audit list', {
      DATABASE_URL: address(port),
      DATABASE_READONLY_URL: address(port),
      STANDPOINT_ROOT_KEY: randomBytes(32).toString('base64'),
    });
    return [code, stderr.split('\n').filter(Boolean)];
  };
  beforeAll(() => new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening)));
  afterAll(() => silent.close());

  test('that does not answer is reported with what to do next', async () => {
    const next =
      'The machine may be busy: try again. With DATABASE_URL, check its host, then run npx standpoint doctor.';
    const { port } = silent.address() as AddressInfo;
    expect(await reads(port)).toEqual([1, ['The database did not answer in time.', next]]);
  });

  test('that refuses the connection is reported with what to do next', async () => {
    // Nothing listens on port 1.
    expect(await reads(1)).toEqual([
      1,
      [
        expect.stringContaining('The database refused the connection: connect ECONNREFUSED'),
        'Check DATABASE_URL, then run npx standpoint doctor.',
      ],
    ]);
  });
});

describe('a configuration', () => {
  const wrong = {
    STANDPOINT_PROT: '1',
    STANDPOINT_NOPE: '2',
    STANDPOINT_LOG_LEVEL: 'loud',
    STANDPOINT_FRAMES: 's3:',
    STANDPOINT_KEY_STORE: 'data-keys',
    STANDPOINT_EGRESS_ALLOW: '10.0.0.0/8, 10.0.0.0/33',
    REDIS_URL: 'http://localhost:6379',
    // Without DATABASE_URL there is no database whose roles they could be.
    DATABASE_OWNER_URL: 'postgresql://owner:c2VjcmV0@localhost/standpoint',
    DATABASE_READONLY_URL: 'mysql://localhost/standpoint',
  };

  test('with mistakes is refused with all of them at once', async () => {
    const { code, stderr } = await run('start', wrong);
    expect(code).toBe(1);
    for (const name of Object.keys(wrong)) expect(stderr).toContain(name);
  });

  test('with mistakes in its limits file is refused with those too, and without a stack', async () => {
    const limits = file({ prefligth: 1, portal: -1, results: { rate: 1, burst: 0 }, face_token: { rat: 1 } });
    const { code, stderr } = await run('start', { ...wrong, STANDPOINT_LIMITS_FILE: limits });
    expect(code).toBe(1);
    for (const name of [...Object.keys(wrong), 'prefligth', 'portal', 'results', 'face_token'])
      expect(stderr).toContain(name);
    const about = stderr.split('\n').filter((line) => line.includes('STANDPOINT_LIMITS_FILE'));
    expect([about.length, /^\s+at /m.test(stderr)]).toEqual([4, false]);
    const { stderr: missing } = await run('start', { STANDPOINT_LIMITS_FILE: '/nowhere/limits.json' });
    expect(missing).toMatch(/STANDPOINT_LIMITS_FILE: \/nowhere\/limits\.json cannot be read/);
    expect(missing).not.toMatch(/^\s+at /m);
  });

  test('with a missing or wrong file of map tiles is read by every command, and reported by doctor', async () => {
    const data = { STANDPOINT_DATA_DIR: join(scratch, 'tiles') };
    const doctor = async (path: string) =>
      (await run('doctor', { ...data, STANDPOINT_MAP_TILES: path })).stdout;
    const missing = await doctor('/nowhere/map.pmtiles');
    expect(missing).toMatch(/ok +configuration /);
    expect(missing).toMatch(/BAD +map tiles +STANDPOINT_MAP_TILES: \/nowhere\/map\.pmtiles is not there\./);
    expect(await doctor(file('not a map'))).toMatch(/BAD +map tiles .*too short to be a PMTiles archive/);
    const whole = join(scratch, 'map.pmtiles');
    writeFileSync(whole, rasterMap());
    expect(await doctor(whole)).toMatch(/ok +map tiles .*can be shown/);
  });

  test('with keys in S3 needs the credentials of S3, and says so with all other mistakes', async () => {
    const { stderr } = await run('start', { STANDPOINT_KEY_STORE: 's3://keys', AWS_ENDPOINT_URL: 'minio' });
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL must be'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('STANDPOINT_KEY_STORE');
  });

  test('with mistakes is still printed, without its secrets', async () => {
    const secrets = { STANDPOINT_ROOT_KEY: 'c2VjcmV0', REDIS_URL: 'redis://app:c2VjcmV0@cache:6379' };
    const s3 = {
      AWS_ACCESS_KEY_ID: 'c2VjcmV0',
      AWS_SECRET_ACCESS_KEY: 'c2VjcmV0',
      AWS_SESSION_TOKEN: 'c2VjcmV0',
    };
    const { code, stdout } = await run('config print --json', { ...wrong, ...secrets, ...s3 });
    const { settings, mistakes } = JSON.parse(stdout);
    expect([code, mistakes.length >= 4, stdout.includes('c2VjcmV0')]).toEqual([1, true, false]);
    expect(settings.length).toBeGreaterThan(10);
    const store = settings.find(({ name }: { name: string }) => name === 'STANDPOINT_KEY_STORE');
    expect(store.value).toBe('data-keys');
  });
});

describe('a file', () => {
  test('is refused with the path of each mistake', async () => {
    const path = file({ name: 'x', attemps: 3, match: { threshold: 2 }, handoff: { policy: 'forc' } });
    const { code, stderr } = await run(`workflows create --file ${path}`);
    expect(code).toBe(1);
    for (const words of [
      'attemps is not a field here; did you mean attempts?',
      'match.threshold',
      'handoff.policy',
    ])
      expect(stderr).toContain(words);
  });

  test('that is missing or is not JSON is refused with the reason', async () => {
    expect((await run('workflows create --file nowhere.json')).stderr).toContain(
      'nowhere.json does not exist',
    );
    expect((await run(`policies create --file ${file('{"name":1,"name":2}')}`)).stderr).toContain(
      'the same key stands twice',
    );
    expect((await run(`orgs limits set --file ${file({ prefligth: 1 })}`)).stderr).toContain(
      'prefligth is not a limit',
    );
  });

  test('of an organization’s limits is refused where it sets those of addresses, which it cannot', async () => {
    const { code, stderr } = await run(
      `orgs limits set --file ${file({ verify_address: 0, public_address: 0, portal: 0 })}`,
    );
    expect([code, stderr.includes('portal')]).toEqual([1, false]);
    for (const name of ['verify_address', 'public_address'])
      expect(stderr).toContain(`${name} is not a limit of an organization; the operator sets it`);
  });

  test.each([
    [{ match: { threshold: 0.5 } }, 'match.source'],
    [
      { match: { source: 'template', threshold: 0.5, target_fmr: 0.001 }, enroll: { on_pass: true } },
      'not both',
    ],
    [{ match: { source: 'template' }, enroll: { on_pass: false } }, 'enroll.on_pass'],
    [{ match: { source: 'template', target_fmr: 1e-7 } }, 'match.target_fmr'],
    [{ match: { source: 'reference', threshold: 0.2 } }, 'match.threshold'],
    [{ match: { source: 'template' }, retention: { template_days: 0 } }, 'retention.template_days'],
    [{ review: { when: ['always', 'match_doubtful'] } }, 'review.when.1'],
    [{ handoff: { policy: 'force', channels: [] } }, 'handoff.channels'],
    [{ handoff: { policy: 'off', channels: ['qr'] } }, 'handoff.policy'],
    [{ handoff: { policy: 'off', qr_life_s: 60 } }, 'handoff.qr_life_s'],
    [{ handoff: { channels: ['qr'], link_life_s: 60 } }, 'handoff.link_life_s'],
    [{ liveness: { mode: 'passive', challenges: ['turn'] } }, 'liveness.challenges'],
    [{ liveness: { challenges: ['flash'] } }, 'liveness.challenges'],
    [{ redirect_urls: ['http://www.example.com/'] }, 'redirect_urls.0'],
    [{ redirect_urls: ['javascript:alert(1)'] }, 'redirect_urls.0'],
    [{ ui: { theme: { accent: '#ffcc00' } } }, 'ui.theme.accent'],
    [{ ui: { texts: { ar: { 'retry.left.one': 'x' } } } }, 'ui.texts.ar.retry.left.two'],
    [{ ui: { support_url: 'javascript:alert(1)' } }, 'ui.support_url'],
  ])('of a workflow with a setting that has no effect, %j, cannot be published', async (part, words) => {
    const { code, stderr } = await run(`workflows create --publish --file ${file({ name: 'x', ...part })}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('of a policy is refused for unknown codes, unknown places and malformed shapes', async () => {
    const shapes = [{ effect: 'allow' }];
    const path = file({ name: 'x', rule: { allow: ['US-ZZ'], shapes }, actions: { ip_vpm: 'fail' } });
    const { code, stderr } = await run(`policies create --publish --file ${path}`);
    expect(code).toBe(1);
    for (const words of ['actions.ip_vpm', 'US-ZZ is not a known place', 'a polygon or a circle'])
      expect(stderr).toContain(words);
  });
});

describe('a folder that cannot be written', () => {
  const file = join(scratch, 'a-file');
  const free = { STANDPOINT_PORT: '0', STANDPOINT_SANDBOX_PORT: '0' };
  const start = (folder: string) => run('start', { STANDPOINT_DATA_DIR: folder, ...free });

  test('is named when the start fails, with the remedy', async () => {
    writeFileSync(file, '');
    const { code, stderr } = await start(join(file, 'data'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/file\/data.* cannot be written: a part of the path is a file/);
    expect(stderr).toContain('STANDPOINT_DATA_DIR');
  });

  test.skipIf(process.getuid?.() === 0)('is not mistaken for a port when it is read-only', async () => {
    const folder = mkdtempSync(join(scratch, 'read-only-'));
    chmodSync(folder, 0o500);
    const { code, stderr } = await start(join(folder, 'data'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('this user has no permission')]);
    expect(stderr).not.toContain('port');
  });
});

test('doctor in a folder without data says so, is not content, and creates none', async () => {
  const folder = join(scratch, 'empty');
  const { code, stdout } = await run('doctor', { STANDPOINT_DATA_DIR: folder });
  expect([code, existsSync(folder)]).toEqual([1, false]);
  expect(stdout).toContain(`there is none in ${folder}`);
  expect(stdout).not.toContain('All is well');
});

test('doctor makes no new root key in place of a lost one, and says how to get it back', async () => {
  const folder = mkdtempSync(join(scratch, 'keyless-'));
  writeFileSync(join(folder, 'cluster.json'), '{}');
  const { code, stdout } = await run('doctor', { STANDPOINT_DATA_DIR: folder });
  expect([code, readdirSync(folder)]).toEqual([1, ['cluster.json']]);
  expect(stdout).toMatch(/root\.key is missing: copy it back from your backup/);
});

test('a command in a folder without data says so, and creates none', async () => {
  const STANDPOINT_DATA_DIR = join(scratch, 'elsewhere');
  for (const name of ['keys list', 'orgs list', 'sessions list']) {
    const { code, stderr } = await run(name, { STANDPOINT_DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toContain('There is no data in');
    expect(stderr).toContain('STANDPOINT_DATA_DIR');
  }
  expect(existsSync(STANDPOINT_DATA_DIR)).toBe(false);
});
