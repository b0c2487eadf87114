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
  permission: 'Your browser may ask now whether this page may know your location.',
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

type Rows = Record<string, string | undefined>;

const TITLES: Record<'fail' | 'review', [Tone, string, string]> = {
  fail: ['bad', 'Not accepted', 'Nothing was charged.'],
  review: ['unsure', 'A person will take a look', 'Nothing was charged yet. We will let you know soon.'],
};

const button = (label: string, job: () => Promise<void>): HTMLButtonElement => {
  const made: HTMLButtonElement = h('button', { type: 'button', click: () => void busy(made, job) }, label);
  return made;
};

interface Shop {
  client: StandpointClient;
  me: Me;
}

const guarded = async (job: () => Promise<void>): Promise<void> => {
  try {
    await job();
  } catch (error) {
    show(explain(error));
  }
};

/** Spends the token, then sends a pass to our backend, which trusts only its signature. */
const check = async (shop: Shop, token: string): Promise<void> => {
  const result = await shop.client.verify(token, { onProgress: showProgress });
  await showResult(shop, result, token);
};

const showResult = async (shop: Shop, result: VerifyResult, token: string): Promise<void> => {
  const rows = {
    Decision: result.decision,
    Verification: result.verification_id,
    'Next check': result.result_token && `in ${Math.round(result.next_check_in_s / 60)} minutes`,
    Environment: result.livemode ? 'production' : 'sandbox',
  };
  if (!result.result_token) return showRetry(shop, result, rows);
  const again = button('Spend the same token again', () => showCopy(shop, token));
  if (result.decision === 'pass') return pay(shop, result.result_token, rows, again);
  const [tone, title, text] = TITLES[result.decision as 'fail' | 'review'];
  const reasons = reasonsOf(result);
  const unsaid = `If you think this is wrong, contact our support: ${result.verification_id}`;
  const why = reasons.length ? reasons : [note(unsaid)];
  show(verdict(tone, title, ...why, note(text), again, facts(rows)));
};

const pay = async ({ me }: Shop, resultToken: string, rows: Rows, again: HTMLElement): Promise<void> => {
  const { balance, jurisdiction } = await backend.pay(resultToken);
  showBalance(balance);
  const text = `Your new balance is ${money(balance)}.`;
  const learned = facts({
    ...rows,
    Place: jurisdiction.subdivision ?? jurisdiction.country ?? undefined,
  });
  show(verdict('good', `${money(me.amount)} deposited`, note(text), again, learned));
};

const showRetry = (shop: Shop, result: VerifyResult, rows: Rows): void => {
  const next = result.next_token;
  const again = next && button('Try again', () => guarded(() => check(shop, next)));
  const phone =
    result.handoff && button('Use my phone instead', () => guarded(() => usePhone(shop, result, next!)));
  const title = 'We could not tell where you are';
  show(verdict('unsure', title, ...reasonsOf(result), again, phone, facts(rows)));
};

/** Waits until the phone has shown where it is, then shows the decision that is based on that. */
const usePhone = async (shop: Shop, result: VerifyResult, next: string): Promise<void> => {
  show(phoneCard(result.handoff!.url, { state: 'issued' }));
  // The code is on the screen already, and a camera may be reading it: it must not be drawn again.
  const onState = (progress: HandoffProgress) =>
    progress.state !== 'issued' && show(phoneCard(result.handoff!.url, progress));
  const decided = await shop.client.waitForHandoff(result, { onState, onProgress: showProgress });
  await showResult(shop, decided, next);
};

const showCopy = async ({ me }: Shop, token: string): Promise<void> => {
  show(verdict('wait', 'A second page tries the same token…'));
  const { refused, code, message } = await tryCopy(token, me.base_url);
  const title = refused ? 'Refused: a token works once' : 'The token was accepted twice';
  show(verdict(refused ? 'good' : 'bad', title, note(message), facts({ Code: code })));
};

export const depositJob =
  (client: StandpointClient, me: Me) =>
  (outcome: string): Promise<void> =>
    guarded(async () => {
      show(verdict('wait', 'Getting ready…'));
      const { token } = await backend.depositToken(outcome);
      await check({ client, me }, token);
    });

/** Shows that a call could not run. Decisions are shown by `showResult`. */
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
