import type { FaceOutcome, StandpointClient } from '@standpoint/web';
import { backend, type FaceAnswer, type Me } from './backend.ts';
import { explain } from './deposit.ts';
import { byId, facts, note, type Tone, verdict } from './view.ts';

const show = (...children: Node[]): void => byId('face-result').replaceChildren(...children);

const VERDICTS: Record<NonNullable<FaceAnswer['decision']>, [Tone, string, string]> = {
  approved: ['good', 'It’s you', 'You can continue.'],
  declined: ['bad', 'We could not confirm that it’s you', 'Please contact our support.'],
  review: ['unsure', 'A person will take a look', 'We will let you know when it is done.'],
};
const ENDED: Record<string, [Tone, string, string]> = {
  expired: ['bad', 'The time is over', 'Start again when you are ready.'],
  canceled: ['bad', 'Canceled', 'Start again when you are ready.'],
  failed: ['bad', 'That did not work', 'Please start again.'],
};

const POLLS = 30;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks our backend until the session has ended. Events of the face app are only hints. */
const waitForResult = async (session: string): Promise<FaceAnswer> => {
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
    'We will let you know when it is done.',
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
  showAnswer(await waitForResult(id), id);
};

export const faceJob =
  (client: StandpointClient, me: Me) =>
  async (outcome: string): Promise<void> => {
    show(verdict('wait', 'A window opens…'));
    let session: string | undefined;
    const check = client.face({
      url: me.face_url,
      title: 'Verify it’s you',
      // A function, because the SDK asks for a new token before the 30 minutes are over.
      token: async () => (await backend.faceToken(outcome)).token,
    });
    check.on('started', ({ session_id }) => {
      session = session_id;
    });
    check.on('handoff', ({ state }) => {
      if (state === 'redeemed') show(verdict('wait', 'Continue on your phone…'));
    });
    check.open();
    try {
      await conclude(await check.result, session);
    } catch (error) {
      show(explain(error));
    }
  };
