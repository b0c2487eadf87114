import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../../apps/service/src/face/vision/networks/package-folder.ts';
import { type ClipFrame, extractFrames } from './extract.ts';

/** An action of a person during part of a clip. `step` is a kind of the challenge. */
export interface ClipEvent {
  step: string;
  start_ms: number;
  end_ms: number;
}

/** A recording of one person. */
export interface Clip {
  name: string;
  person: string;
  /** Sorted by their start. */
  events: readonly ClipEvent[];
  frames: readonly ClipFrame[];
}

interface Labelled {
  package: string;
  clips: { file: string; person: string; events: [step: string, start_ms: number, end_ms: number][] }[];
}

export const FPS = 10;

export interface Part {
  fps?: number;
  /** Of each clip, only the part between these moments. */
  from_ms?: number;
  until_ms?: number;
  /** Only the clip of this name. */
  only?: string;
}

/** The clips of a development dependency, labelled in `events.json`. They show two people. */
export async function packagedClips({
  fps = FPS,
  from_ms = 0,
  until_ms = Number.POSITIVE_INFINITY,
  only,
}: Part = {}): Promise<Clip[]> {
  const labelled: Labelled = JSON.parse(await readFile(new URL('events.json', import.meta.url), 'utf8'));
  const clips: Clip[] = [];
  for (const { file, person, events } of labelled.clips) {
    const name = file.split('/').at(-1)!;
    if (only !== undefined && name !== only) continue;
    clips.push({
      name,
      person,
      events: within(events, { fps, from_ms, until_ms }),
      frames: await extractFrames(join(packageFolder(labelled.package), file), { fps, from_ms, until_ms }),
    });
  }
  return clips;
}

/**
 * Cuts events off at the ends of the part that is read. With fewer pictures a second than usual, also shortens
 * them by half the time between two pictures at both ends: the picture nearest to a moment of a shortened
 * event then lies inside the original one.
 */
function within(
  events: Labelled['clips'][number]['events'],
  { fps, from_ms, until_ms }: Required<Omit<Part, 'only'>>,
): ClipEvent[] {
  const edge = fps < FPS ? 500 / fps : 0;
  return events
    .map(([step, start_ms, end_ms]) => ({
      step,
      start_ms: Math.max(start_ms, from_ms) + edge,
      end_ms: Math.min(end_ms, until_ms) - edge,
    }))
    .filter(({ start_ms, end_ms }) => end_ms >= start_ms);
}

/** The frame closest to a moment within an event. */
export function frameAt({ frames }: Clip, t_ms: number): ClipFrame {
  let best = frames[0]!;
  for (const frame of frames) if (Math.abs(frame.t_ms - t_ms) < Math.abs(best.t_ms - t_ms)) best = frame;
  return best;
}
