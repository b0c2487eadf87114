import type { FaceEvidenceRecord } from './record.ts';

/** When a picture of the clip was taken, and the colour of the screen at that moment. */
interface ClipMoment {
  /** Null where the capture could not be judged. */
  t_ms: number | null;
  /** Null before the first colour and after the last. */
  colour: string | null;
}

/** One for each picture of the clip, in order, from the signed record; empty without a clip. */
export function clipMoments({ capture, input: { facts } }: FaceEvidenceRecord): ClipMoment[] {
  const { light } = (facts?.challenge.parameters ?? {}) as { light?: readonly { colour: string }[] };
  const times = facts?.clip?.light ?? [];
  return (capture.clip ?? []).map((_, i) => {
    const t_ms = facts?.clip?.pictures[i]?.t_ms ?? null;
    const place = t_ms === null ? -1 : times.findLastIndex((from_ms) => from_ms <= t_ms);
    return { t_ms, colour: light?.[place]?.colour ?? null };
  });
}
