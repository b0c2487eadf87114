import type { DecisionInput } from '../facts.ts';
import { check, type Finding, fail, pass, skipped, type Traits } from './check.ts';

type Flag =
  | 'mock_provider'
  | 'simulated_by_software'
  | 'emulator'
  | 'produced_by_accessory'
  | 'rooted'
  | 'jailbroken'
  | 'hooking_framework'
  | 'cloned_app'
  | 'screen_shared'
  | 'remote_control';

/** The system itself reports it. */
const SYSTEM: readonly Flag[] = [
  'mock_provider',
  'simulated_by_software',
  'produced_by_accessory',
  'screen_shared',
];

const traits = (fail: Traits['fail'], remedy?: Traits['remedy']): Traits => ({
  fail,
  outcomes: ['fail'],
  ...(remedy && { remedy }),
});

const FLAGS: Record<Flag, Traits> = {
  mock_provider: traits('fail'),
  simulated_by_software: traits('fail'),
  emulator: traits('fail'),
  // Boats and tablets use external receivers.
  produced_by_accessory: traits('review'),
  // Heuristics that a hook can silence and that hobbyists trip: no ground for a refusal.
  rooted: traits('review'),
  jailbroken: traits('review'),
  hooking_framework: traits('review'),
  cloned_app: traits('review'),
  screen_shared: traits('review', 'stop_screen_sharing'),
  remote_control: traits('review', 'stop_screen_sharing'),
};

export const native = check({
  question: 'What does the app itself say about the device and about where the position comes from?',
  group: 'integrity',
  codes: FLAGS,
  run: (input) => (Object.keys(FLAGS) as Flag[]).map((code) => flagFinding(code, input)),
});

/** An app that does not report a flag leaves it unknown; a browser has none of the flags. */
function flagFinding(code: Flag, { evidence: { platform, signals }, origin }: DecisionInput): Finding {
  // The platform's own service reports it, whatever the app says.
  if (origin.signals.includes(code)) return fail(code, 0.9, { told_by: origin.kind });
  if (platform === 'web') return skipped(code, 'not_native');
  const seen = signals?.[code];
  if (seen === undefined) return skipped(code, 'not_reported');
  const inputs = code === 'mock_provider' && signals?.mock_app ? { mock_app: signals.mock_app } : {};
  const confidence = SYSTEM.includes(code) ? 0.95 : 0.7;
  return seen ? fail(code, confidence, inputs) : pass(code, 0.5, inputs);
}
