import { createHmac } from 'node:crypto';
import type { Role } from '@standpoint/contract';
import { signIn } from '../src/pages/sign-in.ts';
import { createPerson, join } from '../src/people/accounts.ts';
import type { People } from '../src/people/people.ts';
import type { CallOptions, TestAnswer } from './call.ts';
import type { TestService } from './service.ts';

/** A long password, so that the tests are about something else. */
export const PASSWORD = 'correct horse battery staple';
let made = 0;

/** A person who is signed in, as a browser at the dashboard's own address. */
export interface Browser {
  user_id: string;
  email: string;
  cookie: string;
  /** Of the authenticator app. */
  totpURI: string;
  call(options: CallOptions): Promise<TestAnswer>;
}

/** Cookies of an answer, as a browser sends them back. */
export const cookiesOf = ({ headers }: Pick<TestAnswer, 'headers'>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');

/** Of the tests' service: its own origin on every call. */
export function browserOf(service: TestService, cookie = ''): Pick<Browser, 'call'> {
  const { origin } = new URL(service.deps.config.base_url);
  return {
    call: (options) =>
      service.call({
        ...options,
        headers: { origin, ...(cookie && { cookie }), ...options.headers },
      }),
  };
}

/** RFC 6238 with SHA-1, six digits and 30 seconds: what an authenticator app shows. */
export function totp(uri: string, now = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret')!;
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export const AUTH = '/dashboard/api/auth';

type Scrypt = Awaited<Awaited<ReturnType<People['auth']>>['$context']>['password'];
let stored: Promise<string> | undefined;
const remembering = new WeakSet<Scrypt>();

/**
 * A scrypt costs a tenth of a second of processor, which is its purpose, and each person needs three. The people of
 * a process share the hash of `PASSWORD`, and their service knows that this password belongs to that hash. It works
 * out every other password, and every other hash of this one.
 */
export async function sharingOneHash({ people }: TestService['deps']): Promise<People> {
  const { password } = await (await people.auth()).$context;
  stored ??= password.hash(PASSWORD);
  const hash = await stored;
  if (!remembering.has(password)) {
    const { verify } = password;
    password.verify = async (given) => (given.hash === hash && given.password === PASSWORD) || verify(given);
    remembering.add(password);
  }
  return { auth: async () => ({ $context: { password: { hash: async () => hash } } }) as never };
}

/** A member with a password and an authenticator app, signed in. */
export async function signedIn(service: TestService, org: string, role: Role): Promise<Browser> {
  const email = `person-${++made}@people.example`;
  const { db } = service.database;
  const user_id = await createPerson(db, await sharingOneHash(service.deps), {
    name: `Person ${made}`,
    email,
    password: PASSWORD,
  });
  await join(db, org, user_id, role);
  const first = await browserOf(service).call({
    path: `${AUTH}/sign-in/email`,
    body: { email, password: PASSWORD },
  });
  let cookie = cookiesOf(first);
  const browser = () => browserOf(service, cookie);
  const { totpURI } = (
    await browser().call({ path: `${AUTH}/two-factor/enable`, body: { password: PASSWORD } })
  ).data;
  const verified = await browser().call({
    path: `${AUTH}/two-factor/verify-totp`,
    body: { code: totp(totpURI) },
  });
  cookie = cookiesOf(verified) || cookie;
  if (verified.status !== 200) throw new Error(`${verified.status} ${verified.text}`);
  return { user_id, email, cookie, totpURI, ...browserOf(service, cookie) };
}

/** The plugins that a service needs, so that people can sign in. */
export const PEOPLE_PLUGINS = [signIn];
