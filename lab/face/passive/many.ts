import { tmpdir } from 'node:os';
import { decide } from '../../../apps/service/src/face/decision/decision.ts';
import { openVision } from '../../../apps/service/src/face/vision/open.ts';
import type { Vision } from '../../../apps/service/src/face/vision/vision.ts';
import { writeSection } from '../../document.ts';
import { chanceOf } from '../chance.ts';
import { remembering } from '../remembering.ts';
import { ATTACKS } from './attacks.ts';
import { BAR, HONEST, meetsBar, peopleReport, type Tried } from './left-out.ts';
import { capturesOf, judged, type Person, peopleIn, seen } from './people.ts';

interface PeopleOptions {
  /** A folder of clips, one person each, beside those of the development dependency. */
  clips?: string;
  write?: boolean;
}

const MOST_CAPTURES = 4;
async function tryOne(
  vision: Vision,
  person: string,
  kind: string,
  pictures: readonly Buffer[],
): Promise<Tried> {
  const found = await judged(vision, await seen(vision, pictures));
  const verdict = decide(found, { used: 1, max: 1 });
  const approved = verdict.kind === 'decided' && verdict.decision === 'approved';
  const why = verdict.kind === 'decided' ? verdict.reasons : [verdict.last_error.code];
  return { person, kind, approved, score: found.checks.liveness!.score, why };
}

async function triesOf(vision: Vision, person: Person): Promise<Tried[]> {
  const captures = await capturesOf(vision, person, MOST_CAPTURES);
  const tries: Tried[] = [];
  for (const pictures of captures) tries.push(await tryOne(vision, person.name, HONEST, pictures));
  for (const [kind, attack] of Object.entries(ATTACKS)) {
    const pictures = captures[0] && (await attack(captures[0], chanceOf('passive', person.name, kind)));
    if (pictures) tries.push(await tryOne(vision, person.name, kind, pictures));
  }
  return tries;
}

/** `npm run lab -- people`: many people and pictures of them, where a workflow only asks to look ahead. */
export async function peopleCommand({ clips, write }: PeopleOptions): Promise<boolean> {
  const vision = remembering(openVision({ pack: 'accurate', data_dir: tmpdir(), workers: 1 }));
  vision.remember = true;
  try {
    const tries: Tried[] = [];
    const without: string[] = [];
    for (const person of await peopleIn(clips)) {
      const own = await triesOf(vision, person);
      tries.push(...own);
      if (own.length === 0) without.push(person.name);
      console.error(
        `${person.name}: ${own.map(({ kind, score, approved }) => `${kind} ${score} ${approved}`).join(', ')}`,
      );
    }
    const text = peopleReport(tries, without, vision.pack.liveness?.threshold ?? 0.3);
    console.log(text);
    if (write) writeSection('people', text);
    const good = meetsBar(tries);
    console.log(
      `\nBar: honest captures approved ≥ ${100 * BAR.approved} % over ≥ ${BAR.people} people: ` +
        `${good ? 'met' : 'MISSED'}.`,
    );
    return good;
  } finally {
    await vision.close();
  }
}
