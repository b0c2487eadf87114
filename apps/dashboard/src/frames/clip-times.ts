import type { frames } from '@standpoint/contract';

export type ClipShape = NonNullable<frames.ExplainedAttempt['clip']>;

/** For a picture whose time is not known, and the longest that one picture stays. */
const USUAL_MS = 66;
const LONGEST_MS = 500;
/** The last picture stays a moment longer, so that the end of the loop is seen. */
const END_MS = 800;

/** How long the loop stays on a picture: as long as it took until the next one was taken. */
export function stayMs({ pictures }: ClipShape, at: number): number {
  if (at >= pictures.length - 1) return END_MS;
  const [from, until] = [pictures[at]?.t_ms ?? null, pictures[at + 1]?.t_ms ?? null];
  return from === null || until === null ? USUAL_MS : Math.min(LONGEST_MS, until - from);
}

/** The runs of pictures under one colour of the screen, in order. */
export function colourRuns({ pictures }: ClipShape): { colour: string | null; count: number }[] {
  const runs: { colour: string | null; count: number }[] = [];
  for (const { colour } of pictures) {
    const last = runs.at(-1);
    if (last?.colour === colour) last.count += 1;
    else runs.push({ colour, count: 1 });
  }
  return runs;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** `47 pictures in 3.1 s`. */
export function clipWords({ pictures }: ClipShape): string {
  const count = pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`;
  const [from, until] = [pictures[0]?.t_ms ?? null, pictures.at(-1)?.t_ms ?? null];
  return from === null || until === null ? count : `${count} in ${seconds(until - from)}`;
}

/** Which picture this is, when it was taken, and what the screen showed. */
export function pictureWords({ pictures }: ClipShape, at: number): string {
  const { t_ms, colour } = pictures[at] ?? { t_ms: null, colour: null };
  const when = t_ms === null ? '' : `, at ${Math.round(t_ms).toLocaleString('en')} ms`;
  return `Picture ${at + 1} of ${pictures.length}${when}, ${colour ? `screen ${colour}` : 'no colour'}`;
}
