import { type Environment, PolicyDefinition } from '@standpoint/contract';
import { openPolicies, type Policy } from '../../accounts/policies.ts';
import { newestVersion } from '../../accounts/versions.ts';
import { readConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { openGeography } from '../../geolocation/geodata/geography.ts';
import type { Places } from '../../geolocation/geodata/places/places.ts';
import { policyProblems } from '../../geolocation/policies/problems.ts';
import { decidePoint } from '../../geolocation/policies/try-point.ts';
import type { Spot } from '../../geolocation/spot/evidence.ts';
import { command, ENV, environment, Failure, Misuse, ORG, type Terminal } from '../command.ts';
import { readDefinition } from '../json-file.ts';
import { answerLines, refuseBad, STRICT, tellCount } from '../lines.ts';
import { organization, withDatabase, withDeps } from '../open.ts';
import { columns } from '../print.ts';
import { addressOf, SPOT, spotOf } from '../verify/spot.ts';
import { tellLeftOut } from './left-out.ts';
import { pointsAnswer } from './points.ts';
import { PRESET, type PresetOptions, presetOf } from './preset.ts';

async function policyFor(
  { database: { db }, policies }: { database: Pick<Deps['database'], 'db'>; policies: Deps['policies'] },
  org: string,
  id: string | undefined,
  type: string,
): Promise<Policy | null> {
  if (id === undefined) return policies.forType(org, type);
  const found = await newestVersion<PolicyDefinition>(db, 'policy', org, id);
  if (!found) throw new Failure(`There is no policy ${id}.`, 'See them: npx standpoint policies list');
  return found;
}

const { lat, lng, ...SPOT_REST } = SPOT;
const OPTIONS = {
  // Required only without --points.
  lat: { ...lat, required: undefined },
  lng: { ...lng, required: undefined },
  ...SPOT_REST,
  policy: { type: 'string', value: 'ID', meaning: 'the policy whose newest version to use, drafts included' },
  type: {
    type: 'string',
    value: 'TYPE',
    meaning: 'use the policy published for this transaction type (default: login)',
  },
  points: {
    type: 'string',
    value: 'FILE',
    meaning: 'many points, one JSON object per line; - is standard input',
  },
  file: {
    type: 'string',
    value: 'FILE',
    meaning: 'a policy file instead of a stored policy; with --points it needs no database',
  },
  ...PRESET,
  full: { type: 'boolean', meaning: 'with --points: print skipped checks and every input too' },
  ...STRICT,
  ...ENV,
  ...ORG,
} as const;

interface GivenPolicy {
  definition: PolicyDefinition;
  /** The name of its file or preset. */
  source: string;
}

/** The policy that the options define; null when they mean a stored policy. */
function givenPolicy(options: PresetOptions & { file?: string }): GivenPolicy | null {
  const preset = presetOf(options);
  if (preset) return { definition: preset, source: `preset ${options.preset}` };
  const { file } = options;
  return file === undefined ? null : { definition: readDefinition(file, PolicyDefinition), source: file };
}

/** Makes a policy that is not stored. */
function unstored({ source, definition }: GivenPolicy, places: Places): Policy {
  const problems = policyProblems(places, definition);
  if (problems.length > 0) throw new Failure(`${source} cannot be used:`, undefined, problems);
  const never = { created_at: '', published_at: null };
  return { id: source, version: 0, name: definition.name, status: 'draft', definition, ...never };
}

interface PointsOptions extends Omit<PresetOptions, 'name'> {
  points: string;
  policy?: string;
  type?: string;
  file?: string;
  org?: string;
  full?: boolean;
  strict?: boolean;
}

async function testPoints(options: PointsOptions, terminal: Terminal): Promise<undefined> {
  const type = (options.type ?? 'login').toLowerCase();
  const { data_dir } = readConfig(terminal.env);
  const given = givenPolicy(options);
  const geography = openGeography(
    data_dir,
    (message) => terminal.stderr.write(`${message}\n`),
    terminal.bundled,
  );
  const policy =
    given === null
      ? // The database is left before the first line is read: an embedded server would share the processor.
        await withDatabase(terminal, async ({ db }) => {
          const { org } = await organization({ db }, options.org);
          return policyFor({ database: { db }, policies: openPolicies(db) }, org, options.policy, type);
        })
      : unstored(given, geography.places);
  if (policy) tellLeftOut(terminal, policy.definition);
  const plan = { policy, transaction_type: type, now_ms: Date.now(), full: options.full ?? false };
  const count = await answerLines(options.points, terminal, pointsAnswer(geography, plan));
  tellCount(count, terminal);
  refuseBad(count, options.strict);
}

/** One place and the policy that decides it; `given` is null for a stored policy. */
interface PointQuestion {
  spot: Spot;
  address: string | null;
  env: Environment;
  given: GivenPolicy | null;
  policy_id: string | undefined;
  type: string;
  org: string | undefined;
}

/** Decides one place as the service would. */
async function testPoint(
  deps: Deps,
  { spot, address, env, given, ...question }: PointQuestion,
  terminal: Terminal,
) {
  const { org } = await organization(deps.database, question.org);
  const { type, policy_id } = question;
  const policy = given ? unstored(given, deps.places) : await policyFor(deps, org, policy_id, type);
  if (policy) tellLeftOut(terminal, policy.definition);
  const { input, decided } = decidePoint(deps, { org, env, spot, address, type, policy });
  const { decision, reason_codes, checks, next_check_in_s, assurance } = decided;
  const jurisdiction = input.place && { country: input.place.country, subdivision: input.place.subdivision };
  const used = policy && {
    id: policy.id,
    version: policy.version,
    status: policy.status,
    name: policy.name,
  };
  return { decision, reason_codes, jurisdiction, policy: used, assurance, next_check_in_s, checks };
}

const calledBy = ({
  name,
  id,
  version,
  status,
}: Pick<Policy, 'name' | 'id' | 'version' | 'status'>): string =>
  `${name} (${version === 0 ? `${id}, not stored` : `${id} version ${version}, ${status}`})`;

export const policiesTest = command({
  name: 'policies test',
  summary: 'Decide about a place, or a file of places, by a policy; stores nothing',
  options: OPTIONS,
  notes: `Examples: npx standpoint policies test --lat 40.7128 --lng -74.006 --ip 203.0.113.7
          npx standpoint policies test --preset gaming_us_state --allow US-NJ --lat 40.2206 --lng -74.7597
          npx standpoint policies test --policy ID --points points.ndjson > answers.ndjson
          npx standpoint policies test --preset gaming_us_state --allow US-NJ --points points.ndjson
A line in:  {"lat": 40.7128, "lng": -74.006, "accuracy_m": 30, "accuracy_basis": "p95", "ip": "203.0.113.7"}
            accuracy_basis (p95, p68, rms; p95 when absent), ip, measured_at and transaction_type are optional.
A line out: {line, decision, reasons, checks, country, subdivision, time_zone, p_inside, signed_distance_m},
            or {line, error} for a bad line. The lines after it are still answered; the exit code stays 0.`,
  run: async ({ options, terminal }) => {
    const { policy, type, file, preset } = options;
    if ([policy, type, file, preset].filter((named) => named !== undefined).length > 1)
      throw new Misuse('Name only one of --policy, --type, --file and --preset.');
    const { points, lat, lng } = options;
    if (points !== undefined) {
      if (lat ?? lng ?? options.accuracy ?? options.ip)
        throw new Misuse('With --points, the file has the place, its accuracy and the address.');
      return testPoints({ ...options, points }, terminal);
    }
    if (lat === undefined || lng === undefined) throw new Misuse('Name --lat and --lng, or --points FILE.');
    const question: PointQuestion = {
      spot: spotOf({ ...options, lat, lng }),
      address: addressOf(options.ip),
      env: environment(options.env),
      given: givenPolicy(options),
      policy_id: policy,
      type: (type ?? 'login').toLowerCase(),
      org: options.org,
    };
    return withDeps(terminal, (deps) => testPoint(deps, question, terminal));
  },
  text: (result) => {
    if (result === undefined) return '';
    const { decision, reason_codes, jurisdiction, policy, checks } = result;
    return [
      `${decision.toUpperCase()}${reason_codes.length ? `: ${reason_codes.join(', ')}` : ''}`,
      [
        `at ${jurisdiction?.subdivision ?? jurisdiction?.country ?? 'no known jurisdiction'}`,
        `by ${policy ? calledBy(policy) : 'the built-in policy'}`,
      ].join(', '),
      columns(
        checks.map(({ code, outcome, confidence }) => [
          code,
          outcome,
          outcome === 'skipped' ? '' : confidence.toFixed(2),
        ]),
      ),
    ].join('\n');
  },
});
