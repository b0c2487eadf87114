import type { Evidence } from '@standpoint/contract';

/**
 * What an SDK sends in every payload. A script that leaves a fact out has the check of that fact skipped, so
 * evidence without these facts is not believed: saying nothing must not be a way to pass.
 */
interface AlwaysSent {
  /** Paths into the evidence. `[]` stands for every member of a list, `*` for at least one member. */
  fields: readonly string[];
  /** The probes that run in every payload, each with the paths of its findings. */
  probes: Readonly<Record<string, readonly string[]>>;
}

const EVERY_PLATFORM = [
  'purpose',
  'sdk.name',
  'sdk.version',
  'permission.state',
  'clock.epoch_ms',
  'clock.monotonic_ms',
  'clock.utc_offset_min',
  'clock.locale',
  'clock.languages',
  'integrity.kind',
];

const NATIVE: AlwaysSent = {
  fields: [
    ...EVERY_PLATFORM,
    'permission.precise',
    'clock.time_zone',
    'positions[].source',
    'device.*',
    'signals.*',
  ],
  probes: {},
};

/**
 * By platform and by the first SDK version that sends them, oldest first. No version sends less than the
 * oldest, so a version that is older or cannot be read is held to the oldest list. For apps the interface
 * names `device` and `signals`, and not what is in them.
 */
const ALWAYS_SENT: Record<Evidence['platform'], Readonly<Record<string, AlwaysSent>>> = {
  web: {
    '0.5': {
      fields: [
        ...EVERY_PLATFORM.filter((path) => path !== 'integrity.kind'),
        'positions[].source',
        'signals.webdriver',
        'signals.clock_track[].epoch_ms',
        'signals.clock_track[].monotonic_ms',
      ],
      probes: {
        device: [
          'device.user_agent',
          'device.max_touch_points',
          'device.screen',
          'device.coarse_pointer',
          'device.hover',
        ],
        page: ['signals.origin', 'signals.visibility', 'signals.focused', 'signals.frame_depth'],
        geolocation_api: [
          'signals.geolocation_api.defined_on',
          'signals.geolocation_api.own',
          'signals.geolocation_api.own_of_zone',
          'signals.geolocation_api.functions',
        ],
        automation: [
          'signals.automation.globals',
          'signals.automation.headless_name',
          'signals.automation.console_read',
          'signals.automation.no_window',
        ],
        readings: ['signals.readings[].delay_ms', 'signals.readings[].synchronous'],
      },
    },
  },
  ios: { '0.5': NATIVE },
  android: { '0.5': NATIVE },
};

const numbersOf = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10));

function isAtLeast(version: string, least: string): boolean {
  const [mine, theirs] = [numbersOf(version), numbersOf(least)];
  for (const [i, wanted] of theirs.entries()) if (mine[i] !== wanted) return (mine[i] ?? 0) > wanted;
  return true;
}

/** The list that holds for this evidence. */
export function alwaysSentBy({ platform, sdk }: Pick<Evidence, 'platform' | 'sdk'>): AlwaysSent {
  const lists = Object.entries(ALWAYS_SENT[platform]);
  const own = lists.findLast(([from]) => isAtLeast(sdk?.version ?? '', from));
  return (own ?? lists[0]!)[1];
}

interface Completeness {
  /** Paths that the SDK always sends and that are not there. */
  missing: string[];
  /** Probes that say of themselves that they could not run, with the reason. */
  not_run: Record<string, string>;
}

/** What this evidence leaves out of what its SDK always sends. */
export function completenessOf(evidence: Evidence): Completeness {
  const { fields, probes } = alwaysSentBy(evidence);
  const { signals, positions } = evidence;
  const missing = fields.filter((path) => !isThere(evidence, stepsOf(path)));
  const not_run: Record<string, string> = {};
  for (const [probe, findings] of Object.entries(probes)) {
    const reason = signals?.not_run?.[probe] ?? signals?.not_run?.probes;
    if (reason) not_run[probe] = reason;
    else {
      if (!signals?.probes?.includes(probe)) missing.push(`signals.probes.${probe}`);
      missing.push(...findings.filter((path) => !isThere(evidence, stepsOf(path))));
    }
  }
  if (evidence.platform === 'web') {
    // Both clocks at the start, at each reading and at the end; each reading with its time.
    const looks = signals?.clock_track?.length ?? 0;
    if (looks < (positions.length === 0 ? 1 : positions.length + 2)) missing.push('signals.clock_track');
    const timed = signals?.readings?.length ?? 0;
    if (!not_run.readings && timed < positions.length) missing.push('signals.readings');
  }
  if (positions.length === 0 && !evidence.position_error) missing.push('position_error');
  return { missing: [...new Set(missing)], not_run };
}

interface Step {
  name: string;
  /** The step goes on in every member of a list. */
  each: boolean;
}

/** Parsed paths of the lists above. */
const steps = new Map<string, readonly Step[]>();
function stepsOf(path: string): readonly Step[] {
  const known = steps.get(path);
  if (known) return known;
  const made = path.split('.').map((step) => ({ name: step.replace('[]', ''), each: step.endsWith('[]') }));
  steps.set(path, made);
  return made;
}

function isThere(value: unknown, path: readonly Step[], at = 0): boolean {
  const step = path[at];
  if (step === undefined) return value !== undefined && value !== null && value !== '';
  if (typeof value !== 'object' || value === null) return false;
  // An empty object would say as little as none.
  if (step.name === '*') return Object.keys(value).length > 0;
  const found = Object.hasOwn(value, step.name) ? (value as Record<string, unknown>)[step.name] : undefined;
  if (!step.each) return isThere(found, path, at + 1);
  return Array.isArray(found) && found.every((member) => isThere(member, path, at + 1));
}
