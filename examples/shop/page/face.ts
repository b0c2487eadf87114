import type { FaceOutcome, StandpointClient } from '@standpoint/web';
import { backend, type FaceAnswer, type Me } from './backend.ts';
import { explain } from './deposit.ts';
import { byId, facts, note, type Tone, verdict } from './view.ts';

const show = (...children: Node[]): void => byId('face-result').replaceChildren(...children);

const VERDICTS: Record<NonNullable<FaceAnswer['decision']>, [Tone, string, string]> = {
  approved: ['good', 'It’s you', 'You can go on.'],
  declined: ['bad', 'We could not confirm that it’s you', 'Please contact our support.'],
  review: ['unsure', 'Somebody will take a look', 'We will tell you when it is done.'],
};
const ENDED: Record<string, [Tone, string, string]> = {
  expired: ['bad', 'The time is over', 'Start again when you are ready.'],
  canceled: ['bad', 'Canceled', 'Start again when you are ready.'],
  failed: ['bad', 'That did not work', 'Please start again.'],
};

const POLLS = 30;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks our backend until the session has ended; the face app's own word is only a hint. */
const settled = async (session: string): Promise<FaceAnswer> => {
  for (let poll = 1; ; poll++) {
    const answer = await backend.faceResult(session);
    if (answer.decision || ENDED[answer.status] || poll === POLLS) return answer;
    await pause(1_000);
  }
};

const showAnswer = (answer: FaceAnswer, session: string): void => {
  const waiting: [Tone, string, string] = [
    'wait',
    'We are still looking',
    'We will tell you when it is done.',
  ];
  const [tone, title, text] =
    (answer.decision && VERDICTS[answer.decision]) || ENDED[answer.status] || waiting;
  const rows = {
    Decision: answer.decision ?? 'none',
    Status: answer.status,
    Session: session,
    Environment: answer.livemode ? 'production' : 'sandbox',
  };
  show(verdict(tone, title, note(text), facts(rows)));
};

const conclude = async (outcome: FaceOutcome, session: string | undefined): Promise<void> => {
  const id = outcome.outcome === 'complete' ? outcome.value.session_id : session;
  if (outcome.outcome === 'cancel' || !id) {
    return show(
      verdict('unsure', 'You left before the end', note('Nothing was decided. You can start again.')),
    );
  }
  show(verdict('wait', 'Asking our backend…'));
  showAnswer(await settled(id), id);
};

export const faceJob =
  (client: StandpointClient, me: Me) =>
  async (outcome: string): Promise<void> => {
    show(verdict('wait', 'A window opens…'));
    let session: string | undefined;
    const check = client.face({
      url: me.face_url,
      title: 'Verify it’s you',
      // A function: the SDK comes back for a fresh token before the 30 minutes end.
      token: async () => (await backend.faceToken(outcome)).token,
    });
    check.on('started', ({ session_id }) => {
      session = session_id;
    });
    check.on('handoff', ({ state }) => {
      if (state === 'redeemed') show(verdict('wait', 'Go on with your phone…'));
    });
    check.open();
    try {
      await conclude(await check.result, session);
    } catch (error) {
      show(explain(error));
    }
  };
