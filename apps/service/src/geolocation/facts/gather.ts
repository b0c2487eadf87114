import type { Environment, Evidence } from '@standpoint/contract';
import type { Policy } from '../../accounts/policies.ts';
import type { Deps } from '../../deps.ts';
import { ENGINE_VERSION } from '../decision/decision.ts';
import type { DecisionInput, HistoryFacts, OriginFacts } from '../decision/facts.ts';
import { DEFAULT_POLICY } from '../decision/policy.ts';
import { type ChosenPosition, choosePosition } from '../decision/position.ts';
import { isOurInstallId } from '../preflight/install-id.ts';
import { countryNear } from './border-reach.ts';
import { type IpQuestion, networkFacts } from './network.ts';
import { placeFacts, ruleFacts } from './place.ts';

/**
 * The question that a decision answers. Every clock, table and data file is read before the decision, here.
 */
export interface Question {
  org: string;
  env: Environment;
  evidence: Evidence;
  now_ms: number;
  transaction: DecisionInput['transaction'];
  /** The token's claim wins over what the evidence says. */
  install_id: string | null;
  ip: IpQuestion;
  policy: Policy | null;
  chain: DecisionInput['chain'];
  history: HistoryFacts;
  origin: OriginFacts;
  /**
   * The position of a phone that took over, as the phone's check judged it; the evidence's own when absent.
   */
  position?: ChosenPosition | null;
}

/** The envelope checks our tag on install ids; without it their validity is unknown. */
type Sources = Pick<Deps, 'places' | 'network'> & Partial<Pick<Deps, 'envelope'>>;

/** Gathers every fact of one decision into plain JSON. */
export function gather(deps: Sources, question: Question): DecisionInput {
  const { org, env, evidence, now_ms, policy, install_id } = question;
  const position = question.position === undefined ? choosePosition(evidence, now_ms) : question.position;
  const definition = policy?.definition ?? DEFAULT_POLICY;
  const place = placeFacts(deps, position);
  const network = networkFacts(deps, question.ip, now_ms);
  return {
    engine_version: ENGINE_VERSION,
    evidence,
    transaction: question.transaction,
    now_ms,
    position,
    place,
    rule: ruleFacts(deps, definition, position, policy?.status === 'published' ? org : null),
    network: { ...network, country_near: countryNear(deps, position, place, network) },
    history: question.history,
    install: {
      id: install_id,
      valid:
        install_id === null || !deps.envelope
          ? null
          : isOurInstallId(deps.envelope.subkey('install'), org, env, install_id),
    },
    origin: question.origin,
    policy: { policy_id: policy?.id ?? null, version: policy?.version ?? 0, definition },
    chain: question.chain,
    data_versions: { ...deps.places.versions, ...deps.network.versions },
    data_dates: { ...deps.places.dates, ...deps.network.dates },
  };
}
