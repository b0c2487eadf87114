import { type FaceStage, openFaceStage } from '../../apps/face/testing/stage.ts';
import type { Engine, Pilot } from './pilot.ts';

/** The page gives up a capture after 90 s, and an upload follows. */
const CAPTURE_MS = 150_000;
const SCREEN_MS = 60_000;

const screenOf = (pilot: Pilot): Promise<string> =>
  pilot.run(() => /on-(\w+)/.exec(document.querySelector('.page')?.className ?? '')?.[1] ?? '');

/** Waits for one of these screens; an error's own words are part of the failure. */
const reach = async (pilot: Pilot, wanted: string, timeout_ms = SCREEN_MS): Promise<void> => {
  const end = performance.now() + timeout_ms;
  for (;;) {
    const screen = await screenOf(pilot);
    if (screen === wanted) return;
    if (['error', 'retry', 'ended'].includes(screen) || performance.now() > end) {
      const words = await pilot.run(() => document.querySelector('main')?.innerText ?? '');
      throw new Error(`${screen} instead of ${wanted}: ${words.split('\n')[0]}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

const press = (pilot: Pilot): Promise<void> =>
  pilot.run(() => document.querySelector<HTMLElement>('main .main')?.click());

/** Consent, camera, capture, receipt, and the decision as the backend reads it. Returns the capture's time. */
const check = async (pilot: Pilot, stage: FaceStage): Promise<number> => {
  // A workflow of its own is an organization of its own: each accepts a test picture of a camera once.
  const workflow = await stage.workflow({ client_result: 'decision' });
  const { url } = await stage.portal(workflow, `test_face_approved_${Math.random()}`);
  await pilot.goto(url);
  for (const screen of ['consent', 'primer', 'ready']) {
    await reach(pilot, screen);
    await press(pilot);
  }
  const began = performance.now();
  await reach(pilot, 'result', CAPTURE_MS);
  const took_ms = performance.now() - began;
  const said = await pilot.run(() => ({
    title: document.querySelector('h1')?.textContent ?? '',
    receipt: document.querySelector('.receipt-number')?.textContent ?? '',
  }));
  if (said.title !== 'That’s you. All done!' || !said.receipt)
    throw new Error(`the page says ${JSON.stringify(said)}`);
  const decision = await stage.decision(workflow, said.receipt);
  if (decision !== 'approved') throw new Error(`the backend reads ${decision}`);
  return took_ms;
};

interface Captures {
  /** Seconds of each capture that was completed. */
  seconds: number[];
  failures: string[];
}

/** The same check as often as asked, each in a browser of its own. */
export const tellFace = async (
  { open }: Engine,
  runs: number,
  note: (line: string) => void,
): Promise<Captures> => {
  const stage = await openFaceStage({ database: 'own' });
  const told: Captures = { seconds: [], failures: [] };
  try {
    for (let run = 1; run <= runs; run++) {
      const pilot = await open();
      try {
        const seconds = (await check(pilot, stage)) / 1_000;
        told.seconds.push(seconds);
        note(`  ${run} of ${runs}: ${seconds.toFixed(1)} s`);
      } catch (error) {
        told.failures.push((error as Error).message);
        note(`  ${run} of ${runs}: ${(error as Error).message}`);
      } finally {
        await pilot.close();
      }
    }
    return told;
  } finally {
    await stage.close();
  }
};
