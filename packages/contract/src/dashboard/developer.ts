import { endpoint, SCOPES, WITH_BODY } from '../endpoint.ts';
import { nullable } from '../geolocation/decision.ts';
import { closed, formed, id, name, oneOf, optional, type Static, Type, timestamp } from '../schema.ts';
import { DASHBOARD_API, inEnv, inOrg, person, WITH_PERSON } from './person.ts';
import { BUILDERS, SEE_BUILD } from './roles.ts';

/** A key without its secret, which nothing keeps. */
export const Key = closed({
  key_id: id('key'),
  kind: oneOf('api', 'results'),
  name: Type.String(),
  /** The beginning of its text, and its last four characters. */
  starts: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(Type.String()),
  cidrs: Type.Array(Type.String()),
  created_at: timestamp(),
  /** Who made it, as the audit log knows it: `cli`, `system`, or a person. */
  created_by: nullable(Type.String()),
  last_used_at: nullable(timestamp()),
  /** While a rotation overlaps: when it ends. */
  expires_at: nullable(timestamp()),
  revoked_at: nullable(timestamp()),
  /** A page sent it lately, so it is known to strangers: where, and how often. */
  misused: nullable(closed({ origin: Type.String(), at: timestamp(), times: Type.Integer() })),
});
export type Key = Static<typeof Key>;

/** The one answer that holds the text of a key. */
export const ShownKey = closed({ key_id: id('key'), key: Type.String() });

export const ROTATION_OVERLAPS = ['now', '1h', '24h', '7d'] as const;
const overlap = oneOf(...ROTATION_OVERLAPS);

const read = person(SEE_BUILD);
const write = { ...person(BUILDERS), max_body: 'body_bytes' as const, idempotency_key: true as const };
const keys = `${DASHBOARD_API}/{org}/{env}/keys`;
const aKey = inEnv({ key_id: id('key') });
const cidr = () => formed('^[0-9a-fA-F:.]+(/[0-9]{1,3})?$', 'an address or a CIDR block like 203.0.113.0/28');

export const listKeys = endpoint({
  ...read,
  name: 'dashboardKeys',
  method: 'GET',
  path: keys,
  summary: 'API and results keys of this environment, revoked ones of the last 30 days included.',
  params: inEnv(),
  answer: closed({ keys: Type.Array(Key), live_most: Type.Integer() }),
  errors: WITH_PERSON,
});

export const makeKey = endpoint({
  ...write,
  name: 'dashboardMakeKey',
  method: 'POST',
  path: keys,
  summary: 'Make a key. Its text is in this answer and nowhere else.',
  params: inEnv(),
  body: closed({
    kind: oneOf('api', 'results'),
    name: name(80),
    /** Of a results key; all when absent. */
    scopes: optional(Type.Array(oneOf(...SCOPES), { minItems: 1, uniqueItems: true })),
    /** Where calls may come from; from anywhere when absent or empty. */
    cidrs: optional(Type.Array(cidr(), { maxItems: 50 })),
  }),
  answer: ShownKey,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const rotateKey = endpoint({
  ...write,
  name: 'dashboardRotateKey',
  method: 'POST',
  path: `${keys}/{key_id}/rotate`,
  summary: 'Make the successor of a key. The old one works until the overlap ends.',
  params: aKey,
  body: closed({ overlap }),
  answer: ShownKey,
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const revokeKey = endpoint({
  ...write,
  name: 'dashboardRevokeKey',
  method: 'DELETE',
  path: `${keys}/{key_id}`,
  summary: 'Revoke a key: it stops working everywhere within 5 seconds, for good.',
  params: aKey,
  answer: closed({ key_id: id('key') }),
  errors: WITH_PERSON,
});

/** Who may install the private packages. It opens nothing else. */
export const PackageToken = closed({
  token_id: id('pkt'),
  name: Type.String(),
  starts: Type.String(),
  created_at: timestamp(),
  created_by: nullable(Type.String()),
  /** The last installation, and the tool that it was made with. */
  last_used_at: nullable(timestamp()),
  last_tool: nullable(Type.String()),
  /** The last installation with each kind of tool, newest first. */
  tools: Type.Array(closed({ tool: Type.String(), at: timestamp() })),
});
export type PackageToken = Static<typeof PackageToken>;

const packages = `${DASHBOARD_API}/{org}/packages`;

/** A file of the developer's machine, with the token left out. */
const Snippet = closed({
  file: oneOf('.npmrc', '~/.npmrc', '~/.netrc', 'gradle.properties'),
  /** Such as "in the project’s root". */
  where: Type.String(),
  text: Type.String(),
});

export const listPackageTokens = endpoint({
  ...read,
  name: 'dashboardPackageTokens',
  method: 'GET',
  path: packages,
  summary: 'Tokens that install the private packages, and the files that they stand in.',
  params: inOrg(),
  answer: closed({ tokens: Type.Array(PackageToken), files: Type.Array(Snippet) }),
  errors: WITH_PERSON,
});

/** One file of the registry. */
export const ServedFile = closed({
  kind: oneOf('npm', 'maven', 'ios'),
  name: Type.String(),
  version: Type.String(),
  file: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  sha256: Type.String(),
  /** Whether the operator imported it, or the service packed it from its own source. */
  origin: oneOf('imported', 'packed'),
  needs_token: Type.Boolean(),
});
export type ServedFile = Static<typeof ServedFile>;

export const listPackageFiles = endpoint({
  ...read,
  name: 'dashboardPackageFiles',
  method: 'GET',
  path: `${packages}/files`,
  summary: 'What the registry serves at /npm, /maven and /ios: names, versions, sizes and hashes.',
  params: inOrg(),
  answer: closed({ files: Type.Array(ServedFile) }),
  errors: WITH_PERSON,
});

export const makePackageToken = endpoint({
  ...write,
  name: 'dashboardMakePackageToken',
  method: 'POST',
  path: packages,
  summary: 'Make a package token. Its text is in this answer and nowhere else.',
  params: inOrg(),
  body: closed({ name: name(80) }),
  answer: closed({ token_id: id('pkt'), token: Type.String(), files: Type.Array(Snippet) }),
  errors: [...WITH_BODY, ...WITH_PERSON],
});

export const revokePackageToken = endpoint({
  ...write,
  name: 'dashboardRevokePackageToken',
  method: 'DELETE',
  path: `${packages}/{token_id}`,
  summary: 'Revoke a package token.',
  params: inOrg({ token_id: id('pkt') }),
  answer: closed({ token_id: id('pkt') }),
  errors: WITH_PERSON,
});

export const listSigningKeys = endpoint({
  ...read,
  name: 'dashboardSigningKeys',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/signing-keys`,
  summary: 'The keys that sign results and open payloads: the next, the active, and those of the past.',
  params: inEnv(),
  answer: closed({
    jwks_url: Type.String(),
    keys: Type.Array(
      closed({
        kid: Type.String(),
        use: oneOf('sig', 'enc'),
        state: oneOf('next', 'active', 'retiring', 'retired'),
        created_at: timestamp(),
        /** When this state began; when the next one is due by the 90-day rotation. */
        since: timestamp(),
        until: nullable(timestamp()),
      }),
    ),
  }),
  errors: WITH_PERSON,
});

export const listSdkVersions = endpoint({
  ...read,
  name: 'dashboardSdkVersions',
  method: 'GET',
  path: `${DASHBOARD_API}/{org}/{env}/sdk-versions`,
  summary: 'Clients that sent verifications in the last 7 days, by version.',
  params: inEnv(),
  answer: closed({
    total: Type.Integer(),
    versions: Type.Array(
      closed({
        name: Type.String(),
        platform: Type.String(),
        version: Type.String(),
        count: Type.Integer(),
        last_at: timestamp(),
      }),
    ),
  }),
  errors: WITH_PERSON,
});

export const DEVELOPER_ENDPOINTS = [
  listKeys,
  makeKey,
  rotateKey,
  revokeKey,
  listPackageTokens,
  listPackageFiles,
  makePackageToken,
  revokePackageToken,
  listSigningKeys,
  listSdkVersions,
] as const;
