import {
  type HandoffProgress,
  isStandpointError,
  type StandpointClient,
  type VerifyProgress,
  type VerifyResult,
} from '@standpoint/web';
import { BackendError, backend, type Me } from './backend.ts';
import { tryCopy } from './copied.ts';
import { phoneCard } from './phone.ts';
import { busy, byId, facts, h, money, note, showBalance, type Tone, verdict } from './view.ts';

const PROGRESS: Partial<Record<VerifyProgress['stage'], string>> = {
  token: 'Getting ready…',
  permission: 'Your browser may ask now: may this page know where you are?',
  position: 'Finding out where you are…',
  submit: 'Checking…',
};

const showProgress = ({ stage, accuracyM }: VerifyProgress): void => {
  const text = PROGRESS[stage];
  const accuracy = accuracyM === undefined ? '' : ` Within ${Math.ceil(accuracyM)} m.`;
  if (text) show(verdict('wait', text + accuracy));
};

const show = (...children: Node[]): void => byId('deposit-result').replaceChildren(...children);

const reasonsOf = ({ reasons }: VerifyResult): HTMLElement[] =>
  reasons.map(({ message, remedy }) =>
    h('div', { class: 'reason', dir: 'auto' }, h('p', {}, message), h('p', { class: 'remedy' }, remedy)),
  );

const TITLES: Record<'fail' | 'review', [Tone, string, string]> = {
  fail: ['bad', 'Not accepted', 'Nothing was charged.'],
  review: ['unsure', 'Somebody will take a look', 'Nothing was charged yet. We will tell you soon.'],
};

const button = (label: string, job: () => Promise<void>): HTMLButtonElement => {
  const made: HTMLButtonElement = h('button', { type: 'button', click: () => void busy(made, job) }, label);
  return made;
};

export const depositJob = (client: StandpointClient, me: Me) => {
  /** Spends the token, and takes a pass to our backend, which believes its signature alone. */
  const check = async (token: string): Promise<void> => {
    await judge(await client.verify(token, { onProgress: showProgress }), token);
  };

  const judge = async (result: VerifyResult, token: string): Promise<void> => {
    const rows = {
      Decision: result.decision,
      Verification: result.verification_id,
      'Next check': result.result_token && `in ${Math.round(result.next_check_in_s / 60)} minutes`,
      Environment: result.livemode ? 'production' : 'sandbox',
    };
    if (!result.result_token) return showRetry(result, rows);
    const again = button('Spend the same token again', async () => {
      show(verdict('wait', 'A second page tries the same token…'));
      show(...(await showCopy(token)));
    });
    if (result.decision === 'pass') {
      const { balance, jurisdiction } = await backend.pay(result.result_token);
      showBalance(balance);
      const text = `Your new balance is ${money(balance)}.`;
      const learned = facts({
        ...rows,
        Place: jurisdiction.subdivision ?? jurisdiction.country ?? undefined,
      });
      return show(verdict('good', `${money(me.amount)} deposited`, note(text), again, learned));
    }
    const [tone, title, text] = TITLES[result.decision as 'fail' | 'review'];
    const reasons = reasonsOf(result);
    const unsaid = `If you think this is wrong, tell our support: ${result.verification_id}`;
    const why = reasons.length ? reasons : [note(unsaid)];
    show(verdict(tone, title, ...why, note(text), again, facts(rows)));
  };

  const showRetry = (result: VerifyResult, rows: Record<string, string | undefined>): void => {
    const next = result.next_token;
    const again = next && button('Try again', () => guarded(() => check(next)));
    const phone =
      result.handoff && button('Use my phone instead', () => guarded(() => usePhone(result, next!)));
    const title = 'We could not tell where you are';
    show(verdict('unsure', title, ...reasonsOf(result), again, phone, facts(rows)));
  };

  /** The phone says where it is, and this page goes on with that. */
  const usePhone = async (result: VerifyResult, next: string): Promise<void> => {
    show(phoneCard(result.handoff!.url, { state: 'issued' }));
    // The code is on the screen already: a camera that is reading it must not see it taken away.
    const onState = (progress: HandoffProgress) =>
      progress.state !== 'issued' && show(phoneCard(result.handoff!.url, progress));
    await judge(await client.waitForHandoff(result, { onState, onProgress: showProgress }), next);
  };

  const showCopy = async (token: string): Promise<HTMLElement[]> => {
    const { refused, code, message } = await tryCopy(token, me.base_url);
    const title = refused ? 'Refused: a token works once' : 'The token was accepted twice';
    return [verdict(refused ? 'good' : 'bad', title, note(message), facts({ Code: code }))];
  };

  const guarded = async (job: () => Promise<void>): Promise<void> => {
    try {
      await job();
    } catch (error) {
      show(explain(error));
    }
  };

  return (outcome: string): Promise<void> =>
    guarded(async () => {
      show(verdict('wait', 'Getting ready…'));
      const { token } = await backend.depositToken(outcome);
      await check(token);
    });
};

/** What could not run; a decision never ends here. */
export const explain = (error: unknown): HTMLElement => {
  const code = isStandpointError(error) || error instanceof BackendError ? error.code : 'internal';
  const offline = code === 'offline' || !navigator.onLine;
  const again = isStandpointError(error) ? error.userAction.startsWith('retry') : true;
  const title = offline ? 'You are offline' : 'That did not work';
  const hint = again ? 'Nothing was charged. Please try again in a moment.' : 'Nothing was charged.';
  const message = error instanceof Error ? error.message : String(error);
  return verdict(
    'bad',
    title,
    note(offline ? 'Try again when you are connected.' : hint),
    facts({ Code: code, Message: message }),
  );
};
