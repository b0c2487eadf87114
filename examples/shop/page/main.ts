import { createClient } from '@standpoint/web';
import { DEPOSIT_OUTCOMES, FACE_OUTCOMES, type Outcome } from '../outcomes.ts';
import { backend } from './backend.ts';
import { depositJob } from './deposit.ts';
import { faceJob } from './face.ts';
import { busy, byId, h, showBalance } from './view.ts';

const say = (text: string): void => {
  const notice = byId('notice');
  notice.hidden = !text;
  notice.textContent = text;
};

const job = (
  name: 'deposit' | 'face',
  outcomes: readonly Outcome[],
  run: (outcome: string) => Promise<void>,
) => {
  const select = byId<HTMLSelectElement>(`${name}-outcome`);
  const start = byId<HTMLButtonElement>(`${name}-start`);
  select.append(...outcomes.map(({ id, label }) => h('option', { value: id }, label)));
  start.disabled = false;
  start.addEventListener('click', () => void busy(start, () => run(select.value)));
};

const open = async (): Promise<void> => {
  const me = await backend.me();
  const client = createClient({ baseUrl: me.base_url });
  showBalance(me.balance);
  job('deposit', DEPOSIT_OUTCOMES, depositJob(client, me));
  job('face', FACE_OUTCOMES, faceJob(client, me));
  const { problems } = await client.diagnose();
  if (problems.includes('insecure_context')) {
    say('Browsers share location and camera on https only (or on localhost).');
  }
};

addEventListener('offline', () => say('You are offline. The page continues when you are online again.'));
addEventListener('online', () => say(''));
open().catch(() => say('The shop cannot be reached. Please reload the page in a moment.'));
