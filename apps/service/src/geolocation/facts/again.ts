import type { Deps } from '../../deps.ts';
import { type Difference, differences } from '../../evidence/differences.ts';
import { isPhones } from '../decision/checks/handoff.ts';
import { ENGINE_VERSION } from '../decision/decision.ts';
import type { DecisionInput } from '../decision/facts.ts';
import { choosePosition } from '../decision/position.ts';
import { ownOrNone } from '../geodata/artefact.ts';
import { countryNear } from './border-reach.ts';
import { networkFacts } from './network.ts';
import { placeFacts, ruleFacts } from './place.ts';

export interface FactsAgain {
  /** `partly`: data of that version are present for only some of them. */
  outcome: 'rederived' | 'partly' | 'not_rederived' | 'different';
  rederived: string[];
  /** Name of the facts → why not. */
  not_rederived: Record<string, string>;
  differences: Difference[];
}

const FROM_A_PHONE = 'it comes from the phone’s own verification';

/** Only the service's own database and keys could derive these again. */
const OF_THE_SERVICE = {
  history: 'known to the service’s database alone',
  install: 'known to the service’s keys alone',
  origin: 'verified at receipt',
};

/** Derives the facts of a decision again, where the exact data that were used are present. */
export function factsAgain(world: Pick<Deps, 'places' | 'network'>, input: DecisionInput): FactsAgain {
  if (input.engine_version !== ENGINE_VERSION)
    return result(
      [],
      { all: `gathered by engine ${input.engine_version}; only engine ${ENGINE_VERSION} gathers here` },
      [],
    );
  const { position, network } = input;
  const rederived: string[] = [];
  const missing: Record<string, string> = {};
  const found: Difference[] = [];
  const derive = (name: 'position' | 'place' | 'rule' | 'network', again: unknown) => {
    rederived.push(name);
    found.push(...differences(input[name], again, name));
  };
  // The asker's own evidence does not hold the place that its phone proved.
  if (isPhones(input)) missing.position = FROM_A_PHONE;
  else derive('position', choosePosition(input.evidence, input.now_ms));
  const noPlaces = otherData(ownOrNone(world.places.versions), input);
  if (noPlaces) Object.assign(missing, { place: noPlaces, rule: noPlaces });
  else {
    derive('place', placeFacts(world, position));
    derive('rule', ruleFacts(world, input.policy.definition, position));
  }
  const noNetwork = otherData(world.network.versions, input);
  if (noNetwork) missing.network = noNetwork;
  else {
    const question = { address: network.ip, source: network.ip_source, stamp: network.stamp_ip };
    const again = networkFacts(world, question, input.now_ms);
    const country_near = noPlaces ? network.country_near : countryNear(world, position, input.place, again);
    derive('network', { ...again, country_near });
  }
  return result(rederived, missing, found);
}

function result(rederived: string[], missing: Record<string, string>, found: Difference[]): FactsAgain {
  const some = rederived.some((name) => name !== 'position');
  const outcome =
    found.length > 0
      ? 'different'
      : !some
        ? 'not_rederived'
        : Object.keys(missing).length > 0
          ? 'partly'
          : 'rederived';
  return { outcome, rederived, not_rederived: { ...missing, ...OF_THE_SERVICE }, differences: found };
}

/** The reason why the data are not the ones that were used; null when they are. */
function otherData(present: Record<string, string>, { data_versions }: DecisionInput): string | null {
  const other = Object.keys(present).filter((name) => present[name] !== (data_versions[name] ?? ''));
  return other.length > 0 ? `another version of ${other.join(', ')} is present here` : null;
}
