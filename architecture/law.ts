import { cycles, impurities, libraries } from './graph.ts';
import { HOMES, libraryOf } from './homes.ts';
import { OPENS_A_SERVICE, readTooEarly } from './replaced.ts';
import { forTests, type Import, inside, type Tree } from './tree.ts';

/** One rule of the law of imports. ARCHITECTURE.md states each in a sentence. */
export interface Rule {
  name: string;
  reason: string;
  /** The files and folders of the rule. If one does not exist, the rule guards nothing, so the test fails. */
  paths: readonly string[];
  /** The imports that break the rule, each as a readable line. */
  broken(tree: Tree): string[];
  /** Statements that must break the rule. They prove that the rule can fail. */
  controls: readonly { file: string; adds: string }[];
}

const S = 'apps/service/src/';
const show = ({ from, specifier, type }: Import) => `${from} → ${specifier}${type ? ' (types)' : ''}`;
const ours = ({ imports }: Tree) => imports.filter(({ from }) => !forTests(from));
const crossing = (tree: Tree, breaks: (each: Import) => boolean) => ours(tree).filter(breaks).map(show);

/**
 * Modules that connect to a database or start one. A module that imports them cannot get another one in a
 * test.
 */
const WIRING = [
  `${S}main.ts`,
  `${S}world/open.ts`,
  `${S}database/open.ts`,
  `${S}database/connect.ts`,
  `${S}database/listen.ts`,
  `${S}database/embedded/embedded.ts`,
];
const WIRES = [`${S}main.ts`, `${S}world/`, `${S}cli/`, 'apps/service/bin/'];
const FEATURES = [
  `${S}geolocation/`,
  `${S}face/`,
  `${S}handoff/`,
  `${S}calls/`,
  `${S}accounts/`,
  `${S}http/`,
  `${S}cli/`,
  `${S}pages/`,
  `${S}frames/`,
  `${S}customers/`,
];
const BASES = [`${S}database/`, `${S}tokens/`, `${S}events/`, `${S}privacy/`];
const ENVIRONMENT = [
  `${S}config.ts`,
  `${S}cli/`,
  'apps/service/bin/',
  'examples/',
  'packages/node/frameworks/',
];
/** The modules that make decisions. */
const PURE = [
  `${S}geolocation/decision/decision.ts`,
  `${S}geolocation/decision/checks/`,
  `${S}face/decision/decision.ts`,
  `${S}face/decision/judge.ts`,
  `${S}face/decision/match.ts`,
  `${S}face/decision/checks/`,
  `${S}face/session/state.ts`,
  'apps/face/src/flow/flow.ts',
  'apps/face/src/guidance/framing.ts',
];
/**
 * The modules that measure a face. The page that waits for a turned head and the service that judges it share
 * them.
 */
const MEASURES = [
  `${S}face/challenge/path.ts`,
  `${S}face/decision/checks/motions.ts`,
  `${S}face/decision/checks/quality.ts`,
  `${S}face/vision/graph/tf-model.ts`,
  `${S}face/vision/graph/instance.ts`,
  `${S}face/vision/graph/kernels.ts`,
  `${S}face/vision/graph/operations.ts`,
  `${S}face/vision/graph/network.ts`,
  `${S}face/vision/graph/weights.ts`,
  `${S}face/vision/networks/detector.ts`,
  `${S}face/vision/networks/mesh.ts`,
  `${S}face/vision/picture/appearance.ts`,
  `${S}face/vision/picture/covered.ts`,
  `${S}face/vision/picture/geometry.ts`,
  `${S}face/vision/picture/pixels.ts`,
];

export const LAW: readonly Rule[] = [
  {
    name: '1 contract imports nothing of ours',
    reason: 'It defines the wire, and all other code depends on it.',
    paths: ['packages/contract/'],
    broken: (tree) =>
      crossing(
        tree,
        ({ from, to }) =>
          inside('packages/contract/')(from) && to !== null && !inside('packages/contract/')(to),
      ),
    controls: [
      {
        file: 'packages/contract/src/errors.ts',
        adds: "import type { Config } from '../../../apps/service/src/config.ts';",
      },
    ],
  },
  {
    name: '2 packages never import apps',
    reason: 'An integrator installs packages without a server.',
    paths: ['packages/', 'apps/', 'examples/'],
    broken: (tree) =>
      crossing(tree, ({ from, to }) => inside('packages/')(from) && inside('apps/', 'examples/')(to)),
    controls: [
      { file: 'packages/web/src/config.ts', adds: "import { a } from '../../../apps/face/src/main.tsx';" },
    ],
  },
  {
    name: '3 geolocation and face never import each other, nor http',
    reason:
      'Either area can be switched off, and a handler knows nothing of HTTP: it gets what it needs from deps.',
    paths: [`${S}geolocation/`, `${S}face/`, `${S}http/`],
    broken: (tree) => {
      const [geolocation, face, http] = [
        inside(`${S}geolocation/`),
        inside(`${S}face/`),
        inside(`${S}http/`),
      ];
      return crossing(
        tree,
        ({ from, to }) =>
          (geolocation(from) && (face(to) || http(to))) || (face(from) && (geolocation(to) || http(to))),
      );
    },
    controls: [
      { file: `${S}geolocation/verify/verify.ts`, adds: "import { a } from '../../face/routes.ts';" },
      { file: `${S}face/session/session.ts`, adds: "import type { A } from '../../geolocation/routes.ts';" },
      { file: `${S}face/session/session.ts`, adds: "import { a } from '../../http/server.ts';" },
    ],
  },
  {
    name: '4 database, tokens, events and privacy import no feature',
    reason: 'Features depend on them, not the other way round.',
    paths: [...BASES, ...FEATURES],
    broken: (tree) => crossing(tree, ({ from, to }) => inside(...BASES)(from) && inside(...FEATURES)(to)),
    controls: BASES.map((base) => ({
      file: `${base}new.ts`,
      adds: "import { a } from '../accounts/audit.ts';",
    })),
  },
  {
    name: '5 only main.ts, world/ and cli/ wire the world',
    reason: 'A module that opens its own database or service cannot get another one in a test.',
    paths: [...WIRING, ...WIRES],
    broken: (tree) =>
      crossing(
        tree,
        ({ from, to, type }) => !type && WIRING.includes(to!) && !inside(...WIRES, `${S}database/`)(from),
      ),
    controls: [
      {
        file: `${S}geolocation/verify/collect.ts`,
        adds: "import { openDatabase } from '../../database/open.ts';",
      },
      { file: `${S}face/session/session.ts`, adds: "import { connect } from '../../database/connect.ts';" },
      { file: `${S}http/server.ts`, adds: "import { startService } from '../main.ts';" },
      { file: `${S}people/people.ts`, adds: "import { openDeps } from '../world/open.ts';" },
    ],
  },
  {
    name: '5 only config.ts reads the environment',
    reason: 'Every variable is checked, documented and reported in one place.',
    paths: ENVIRONMENT,
    broken: (tree) =>
      tree.files.filter(
        (path) =>
          !forTests(path) && !inside(...ENVIRONMENT)(path) && /\bprocess\.env\b/.test(tree.code(path)),
      ),
    controls: [{ file: `${S}log.ts`, adds: 'export const level = process.env.LEVEL;' }],
  },
  {
    name: '6 each outside library has one home',
    reason: 'Replacing a library is a change in one place. Add a new library to architecture/homes.ts.',
    paths: Object.values(HOMES).flatMap(({ home, types = [] }) => [...home, ...types]),
    broken: (tree) =>
      crossing(tree, ({ from, specifier, to, type }) => {
        if (to !== null || specifier.startsWith('.') || /^node:|^@standpoint\//.test(specifier)) return false;
        const homes = HOMES[libraryOf(specifier)];
        if (!homes) return true;
        return !inside(...homes.home)(from) && !(type && inside(...(homes.types ?? []))(from));
      }),
    controls: [
      { file: `${S}geolocation/verify/verify.ts`, adds: "import sharp from 'sharp';" },
      { file: `${S}face/session/session.ts`, adds: "import { a } from 'a-library-of-no-home';" },
    ],
  },
  {
    name: '7 no cycles, types included',
    reason: 'Files in a cycle can only be understood, tested and moved together.',
    paths: [],
    broken: (tree) => cycles(tree).map((cycle) => cycle.join(' ⇄ ')),
    controls: [{ file: `${S}ids.ts`, adds: "import type { Route } from './app.ts';" }],
  },
  {
    name: '8 decisions are pure',
    reason:
      'A stored decision must be computable again years later, without clock, chance, database or network.',
    paths: PURE,
    broken: (tree) =>
      tree.files
        .filter((path) => inside(...PURE)(path) && !forTests(path))
        .flatMap((path) => impurities(tree, path).map((what) => `${path}: ${what}`)),
    controls: [
      { file: `${S}geolocation/decision/checks/travel.ts`, adds: 'export const now = Date.now();' },
      { file: `${S}geolocation/decision/facts.ts`, adds: "import { randomBytes } from 'node:crypto';" },
      { file: `${S}face/decision/judge.ts`, adds: "import { openPool } from '../vision/pool.ts';" },
      { file: 'apps/face/src/flow/moves.ts', adds: 'export const width = document.width;' },
    ],
  },
  {
    name: '9 the face app takes from the service only how a face is measured',
    reason:
      'A page needs nothing else of a server, and the shared code must need neither Node.js nor a library.',
    paths: MEASURES,
    broken: (tree) => {
      const taken = ours(tree).filter(
        ({ from, to, type }) => inside('apps/face/')(from) && inside('apps/service/')(to) && !type,
      );
      const shared = [...new Set(taken.map(({ to }) => to!))];
      return [
        ...taken.filter(({ to }) => !MEASURES.includes(to!)).map(show),
        ...shared.flatMap((path) => libraries(tree, path)),
      ];
    },
    controls: [
      { file: 'apps/face/src/main.tsx', adds: "import { a } from '../../service/src/config.ts';" },
      { file: `${S}face/vision/picture/pixels.ts`, adds: "import sharp from 'sharp';" },
    ],
  },
  {
    name: '10 a service keeps what it holds in Deps alone',
    reason: 'A map keyed by Deps is a second world: a copy of Deps with one field replaced loses it.',
    paths: [`${S}deps.ts`],
    broken: (tree) => tree.files.filter((path) => !forTests(path) && /Map<\s*Deps\b/.test(tree.code(path))),
    controls: [
      { file: `${S}face/session/session.ts`, adds: 'const seen = new WeakMap<Deps, Set<string>>();' },
    ],
  },
  {
    name: '11 a control that replaces a module reads neither it nor a service before',
    reason:
      'The control would fail, or test the module that it means to replace. Only `npm run test:long` runs it.',
    paths: OPENS_A_SERVICE,
    broken: readTooEarly,
    controls: [
      { file: 'apps/service/testing/face/face.ts', adds: "import { testService } from '../hooks.ts';" },
      { file: 'apps/service/testing/browser-payload.ts', adds: "import { a } from '../src/main.ts';" },
      { file: 'apps/service/testing/attacks.ts', adds: "import { check } from '../src/tokens/check.ts';" },
      { file: 'apps/service/testing/mutant.ts', adds: "import { ROUTES } from '../src/app.ts';" },
    ],
  },
];
