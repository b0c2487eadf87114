import { tmpdir } from 'node:os';
import type { ShownColour } from '../../../apps/service/src/face/challenge/light.ts';
import { type Models, openModels } from '../../../apps/service/src/face/vision/networks/models.ts';
import { locatePack } from '../../../apps/service/src/face/vision/packs/packs.ts';
import type { Filmed, Shot } from '../capture.ts';
import { chanceOf } from '../chance.ts';
import { withNoise } from '../images/raster.ts';
import { type FaceLab, openFaceLab } from '../service.ts';
import { present } from '../stage.ts';
import { type Jumps, jumpsOf } from './cut-sign.ts';
import { filmedBy, type Lit, PERSON, type Ready, ROOMS, VARIANTS, type Variant } from './filmed.ts';
import { forged, honest } from './forged.ts';
import { FORGERS } from './forgers.ts';
import { litPeople, type Recorded } from './people.ts';
import { jpegOf, timesOf } from './presentations.ts';
import { type Take, takeOf } from './takes.ts';
import { once, type Tried, type Trying } from './tried.ts';

/** Of a tint: the room in which a screen's light is strongest, because a program may choose. */
const TINTED_LUX = ROOMS[0];

interface Setting {
  lab: FaceLab;
  people: readonly Recorded[];
  take: Take;
  /** Further answers of the person: other steps, another piece of the recording, other colours. */
  more: readonly Take[];
}

/** Sends an answer, with the light that this variant puts into its clip. */
export async function sent(lab: FaceLab, ready: Ready, variant: Variant, lit: Lit) {
  const { take, shots, pictures, shown } = ready;
  return present({ lab, clips: [] }, take.drawn, shots, {
    async film({ challenge }): Promise<Filmed> {
      const last_ms = shots.at(-1)!.t_ms;
      const filmed: Shot[] = [];
      const images = filmedBy(ready, variant, challenge.parameters.light as ShownColour[], lit);
      // Two pictures of one moment get another encoding, because equal ones are refused.
      for (const [i, image] of images.entries()) {
        const again = images.indexOf(image) < i;
        const whole = shown ? await shown(image) : again ? withNoise(image, 0.7, lit.random) : image;
        filmed.push({ jpeg: await jpegOf(whole), t_ms: last_ms + pictures[i]!.t_ms });
      }
      return { pictures: filmed, light: timesOf(take).map((t_ms) => last_ms + t_ms) };
    },
  });
}

interface ThroughOptions extends Trying {
  clips?: string;
  /** Of each forger's programs, so many for each person; all by default. */
  tries?: number;
  /** Answers of each person, each in every room. */
  takes?: number;
  workers?: number;
  only?: string;
}

/** So many of them, beginning with another one for each person. */
const taken = <T>(all: readonly T[], { tries = all.length }: ThroughOptions, place: number): T[] =>
  all.map((_, i) => all[(place + i) % all.length]!).slice(0, tries);

/** Sends people and forgers, each with the light that its program makes, through a whole service. */
export async function runThrough(options: ThroughOptions): Promise<{ tried: Tried[]; jumps: Jumps[] }> {
  const lab = await openFaceLab({ workers: options.workers ?? 2 });
  lab.vision.remember = true;
  try {
    const models = await openModels(locatePack('accurate', tmpdir()));
    const people = await litPeople(options.clips, lab.vision);
    const tried: Tried[] = [];
    const jumps: Jumps[] = [];
    const first = await takeOf(models, people[0]!, chanceOf('take', people[0]!.person));
    let take = first;
    for (const place of people.keys()) {
      const next = people[place + 1];
      const following = next ? await takeOf(models, next, chanceOf('take', next.person)) : first;
      jumps.push(...(await jumpsOf(take, following)));
      const more = await furtherTakes(models, people[place]!, options);
      tried.push(...(await ofPerson({ lab, people, take, more }, place, options)));
      take = following;
    }
    return { tried, jumps };
  } finally {
    await lab.close();
  }
}

async function furtherTakes(models: Models, clip: Recorded, { takes = 1 }: ThroughOptions): Promise<Take[]> {
  const more: Take[] = [];
  for (let n = 1; n < takes; n++) more.push(await takeOf(models, clip, chanceOf('take', clip.person, n)));
  return more;
}

/** The first answer has no number in its name and its chances, so that earlier tables can be made again. */
async function honestTries({ lab, take, more }: Setting, options: ThroughOptions): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [n, each] of [take, ...more].entries())
    for (const lux of ROOMS) {
      const { person, answers } = each;
      const one = { person, answers, kind: 'honest', variant: PERSON.name, lux, ...(n > 0 && { take: n }) };
      const lit = { lux, random: chanceOf('lit', person, lux, ...(n > 0 ? [n] : [])) };
      tried.push(await once(one, options, () => sent(lab, honest(each), PERSON, lit)));
    }
  return tried;
}

async function ofPerson(setting: Setting, place: number, options: ThroughOptions) {
  const { lab, people, take } = setting;
  const { person } = take;
  const about = { person, answers: take.answers };
  const only = (name: string) => !options.only || name.includes(options.only);
  const tried = only('honest') ? await honestTries(setting, options) : [];
  for (const [i, forger] of FORGERS.entries()) {
    if (!only(forger.name)) continue;
    const victim = people[(place + Number(forger.driven)) % people.length]!;
    const variants = VARIANTS.filter(({ sorted }) => !sorted || !forger.forge);
    let ready: Promise<Ready> | undefined;
    for (const variant of taken(variants, options, place + i)) {
      const one = { ...about, kind: forger.name, variant: variant.name, lux: TINTED_LUX };
      const lit = { lux: TINTED_LUX, random: chanceOf('forged', forger.name, person) };
      const present = async () => {
        ready ??= forged(forger, take, victim, chanceOf(forger.name, person));
        return sent(lab, await ready, variant, lit);
      };
      tried.push(await once(one, options, present));
    }
  }
  return tried;
}
