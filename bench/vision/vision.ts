import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { launch, ready } from '../../proof/processes.ts';
import type { Bench } from '../bench.ts';
import { SERVER_CORE } from '../processes.ts';
import { median, spread } from '../rounds.ts';
import type { Pass } from './frames.ts';
import type { LeakRun } from './leak.ts';

const VISION_BARS = { human: 1.7, face_api: 4, growth_mb: 400, leak_mb: 60 };

/** The runners that analyse the pictures: file and arguments. */
const WHO = {
  ours: ['process.ts'],
  human: ['../peers/human.ts'],
  human_reduced: ['../peers/human.ts', 'reduced'],
  face_api: ['../peers/face-api.ts'],
} as const;
type Who = keyof typeof WHO;
const ALL = Object.keys(WHO) as Who[];

async function start(file: string, ...words: string[]) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = launch([...SERVER_CORE, process.execPath, path, ...words], { PATH: process.env.PATH! });
  await ready(child);
  return child;
}

async function answer<T>(child: Awaited<ReturnType<typeof start>>): Promise<T> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process that looks at pictures ended.');
  });
  const said = once(child, 'message');
  child.send('go');
  const [result] = (await Promise.race([said, ended])) as [T];
  return result;
}

/**
 * Whole-image analysis of the same 1280-pixel pictures. Each runner has its own process on the same core,
 * and they alternate. A long run then looks for memory leaks.
 */
export async function benchVision({
  rounds,
  say,
  rows,
  images,
}: Pick<Bench, 'rounds' | 'say' | 'rows'> & { images: number }): Promise<void> {
  console.log('whole-image analysis against @vladmandic/human and face-api');
  const passes = await measure(rounds, say);
  const clock = (who: Who) => passes[who].map(({ ms }) => median(ms));
  const cpu = (who: Who) => passes[who].map(({ cpu_ms }) => cpu_ms);
  const ratio = (values: (who: Who) => number[], who: Who) =>
    values(who).map((theirs, i) => theirs / values('ours')[i]!);
  const against = (what: string, who: Who, limit?: number) => [
    {
      what: `${what} / ours, time`,
      figure: spread(ratio(clock, who), 2),
      ...(limit ? { bar: `≥ ${limit}`, met: median(ratio(clock, who)) >= limit } : {}),
    },
    { what: `${what} / ours, CPU time`, figure: spread(ratio(cpu, who), 2) },
  ];
  rows(
    { what: 'a 1280-pixel picture, ms', figure: spread(clock('ours'), 0) },
    { what: 'the same, ms of CPU time', figure: spread(cpu('ours'), 0) },
    ...against('human as shipped', 'human', VISION_BARS.human),
    ...against('human with only what we answer too', 'human_reduced'),
    ...against('face-api SSD as shipped', 'face_api', VISION_BARS.face_api),
  );
  await benchLeak({ say, rows, images });
}

async function measure(rounds: number, say: Bench['say']): Promise<Record<Who, Pass[]>> {
  const passes: Record<Who, Pass[]> = { ours: [], human: [], human_reduced: [], face_api: [] };
  const children = {} as Record<Who, Awaited<ReturnType<typeof start>>>;
  // The runners take turns because they share a core.
  for (const who of ALL) children[who] = await start(...(WHO[who] as readonly [string, ...string[]]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const who of round % 2 ? ALL.toReversed() : ALL) passes[who].push(await answer(children[who]));
      const last = (who: Who) => passes[who].at(-1)!;
      const told = ALL.map((who) => {
        const { ms, cpu_ms, rss_mb } = last(who);
        return `${who} ${median(ms).toFixed(0)} ms (CPU ${cpu_ms.toFixed(0)}, ${rss_mb.toFixed(0)} MB)`;
      });
      say(`round ${round + 1} of ${rounds}: ${told.join(', ')}`);
    }
  } finally {
    for (const child of Object.values(children)) child.disconnect();
  }
  return passes;
}

/**
 * One worker analyses `images` pictures. Reports its total memory, and the growth between the first tenth
 * and the end.
 */
async function benchLeak({
  say,
  rows,
  images,
}: Pick<Bench, 'say' | 'rows'> & { images: number }): Promise<void> {
  console.log(`${images} pictures through one worker`);
  const child = await start('leak.ts', String(images));
  const { idle_mb, early_mb, late_mb, tensors } = await answer<LeakRun>(child);
  child.disconnect();
  say(
    `${idle_mb.toFixed(0)} MB idle, ${early_mb.toFixed(0)} after a tenth, ${late_mb.toFixed(0)} at the end`,
  );
  rows(
    {
      what: 'resident growth by one worker, MB',
      figure: (late_mb - idle_mb).toFixed(0),
      bar: `≤ ${VISION_BARS.growth_mb}`,
      met: late_mb - idle_mb <= VISION_BARS.growth_mb,
    },
    {
      what: `growth from picture ${images / 10} to ${images}, MB; tensors`,
      figure: `${(late_mb - early_mb).toFixed(0)}; ${tensors.late - tensors.early}`,
      bar: `≤ ${VISION_BARS.leak_mb}; 0`,
      met: late_mb - early_mb <= VISION_BARS.leak_mb && tensors.late === tensors.early,
    },
  );
}
