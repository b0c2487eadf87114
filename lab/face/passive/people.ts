import { readFileSync } from 'node:fs';
import { faceProblem } from '../../../apps/service/src/face/decision/checks/quality.ts';
import { judge } from '../../../apps/service/src/face/decision/judge.ts';
import { type FaceWorld, gather } from '../../../apps/service/src/face/runner/analyse.ts';
import type { Capture, Judged } from '../../../apps/service/src/face/runner/runner.ts';
import type { Look, Vision } from '../../../apps/service/src/face/vision/vision.ts';
import { packagedClips } from '../clips/clips.ts';
import { clipsBelow } from '../clips/library.ts';

/** A person with the pictures of each recording, in order, `APART_MS` after each other. */
export interface Person {
  name: string;
  recordings: readonly (readonly string[])[];
}

const APART_MS = 200;
/** Of the long clips of the development dependency, the beginning: it shows what the whole does. */
const BEGINNING = { fps: 1_000 / APART_MS, until_ms: 20_000 };

/** The people of the development dependency, and those of a folder. */
export async function peopleIn(folder: string | undefined): Promise<Person[]> {
  const clips = [...(await packagedClips(BEGINNING)), ...(folder ? await clipsBelow(folder) : [])];
  return [...Map.groupBy(clips, ({ person }) => person)].map(([name, own]) => ({
    name,
    recordings: own.map(({ frames }) =>
      frames.filter(({ t_ms }) => t_ms % APART_MS === 0).map(({ file }) => file),
    ),
  }));
}

const AHEAD_DEGREES = 16;

/** Whether the page would take a picture of this face of a person who looks ahead. */
export const isAhead = ({ face }: Look): boolean =>
  !!face &&
  Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.roll)) <= AHEAD_DEGREES &&
  faceProblem(face, 'front') === null;

export const seen = (vision: Vision, pictures: readonly Buffer[]): Promise<Look[]> =>
  vision.look(pictures, { embedding: true, live: true });

/** Pictures of a passive capture. */
const PICTURES = 10;

/** Evenly spaced stretches of a person's recordings in which the page would take every picture. */
export async function capturesOf(vision: Vision, { recordings }: Person, most: number): Promise<Buffer[][]> {
  const all = recordings.flatMap((files) =>
    Array.from({ length: Math.floor(files.length / PICTURES) }, (_, i) =>
      files.slice(i * PICTURES, (i + 1) * PICTURES),
    ),
  );
  const captures: Buffer[][] = [];
  for (const files of spread(all, 2 * most)) {
    const pictures = files.map((file) => readFileSync(file));
    if (captures.length < most && (await seen(vision, pictures)).every(isAhead)) captures.push(pictures);
  }
  return captures;
}

/** Evenly spaced members of a list. */
export const spread = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]!);

const WORLD: Omit<FaceWorld, 'vision'> = {
  workflow: async () => ({ name: 'Lab', liveness: { mode: 'passive' } }),
  match: async () => ({ skipped: 'not_asked' }),
  replays: async () => [],
  duplicates: async () => ({ skipped: 'not_asked' }),
  prepare: () => {},
  failed: () => {},
};
const STEP = { id: 's0', kind: 'front', window_ms: 8_000, hold_ms: 500, min: 0 };

/** What the engine finds in these looks, where a workflow only asks to look ahead. */
export async function judged(vision: Vision, looks: readonly Look[]): Promise<Judged> {
  const capture = {
    challenge: { type: 'passive', steps: [STEP], parameters: {} },
    manifest: { frames: looks.map((_, i) => ({ sha256: '', t_ms: 1_000 + 210 * i + (i % 3), step: 's0' })) },
    elapsed_ms: 20_000,
  } as unknown as Capture;
  const { facts } = await gather({ ...WORLD, vision }, capture, looks);
  return judge(facts);
}
