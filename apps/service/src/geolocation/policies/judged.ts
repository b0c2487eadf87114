import type { PolicyDefinition } from '@standpoint/contract';
import type { Deps } from '../../deps.ts';
import type { PolicyProblem } from '../decision/policy.ts';
import { inTurn } from '../facts/in-slices.ts';
import type { Places } from '../geodata/places/places.ts';
import { digestOf } from './digest.ts';
import { examining } from './problems.ts';

/** What was found about a definition. It holds while the borders are the same. */
export interface Judged {
  digest: string;
  problems: PolicyProblem[];
  /** Names the borders that it was found with. */
  judged_with: string;
}

/** Content that is judged: a save of a draft, or a version, each of which never changes. */
interface Content {
  definition: PolicyDefinition;
  revision: number;
  stored: { version: number } | null;
  judged: Judged | null;
}

const borders = ({ versions }: Places): string => digestOf(versions);

/** Examines a definition beside other requests: the largest takes a second of work. */
export async function judge(
  { places }: Pick<Deps, 'places'>,
  org: string,
  definition: PolicyDefinition,
): Promise<Judged> {
  const { problems } = await inTurn(org, examining(places, definition));
  return { digest: digestOf(definition), problems, judged_with: borders(places) };
}

/** Of versions, and of drafts that were saved with older borders; the newest of them. */
const recent = new Map<string, Judged>();
const RECENT_MOST = 1_000;

/** What is known about the content, which is found out only where it is not. */
export async function judged(
  deps: Pick<Deps, 'places'>,
  org: string,
  policy_id: string,
  { definition, revision, stored, judged: saved }: Content,
): Promise<Judged> {
  const present = borders(deps.places);
  if (saved?.judged_with === present) return saved;
  const name = `${org} ${policy_id} ${stored ? `version ${stored.version}` : revision} ${present}`;
  const found = recent.get(name) ?? (await judge(deps, org, definition));
  recent.delete(name);
  recent.set(name, found);
  if (recent.size > RECENT_MOST) recent.delete(recent.keys().next().value!);
  return found;
}
