import type { Owed } from '../page/saved.ts';
import { ApiError, pause } from '../service/call.ts';
import type { World } from './world.ts';

const AGAIN_MS = 4_000;
/** As long as a session can live. */
const TRIES = 450;
const NEVER = new AbortController().signal;
/** No answer to what was said: the service did not hear it, or could not act on it. */
const LOST = ['connection_lost', 'unavailable', 'internal', 'rate_limited', 'slow_down'];

const versionOf = (world: World): string | undefined =>
  world.state().consent?.version ?? world.saved.read()?.consent_version;

const decline = (world: World): Promise<unknown> =>
  world.api.consent({ version: versionOf(world) ?? '', accepted: false, locale: world.locale() });

/** A code that was not redeemed yet has to be, so that the service learns whose it was. */
const deny = async ({ api, saved }: World): Promise<unknown> => {
  const known = saved.read();
  if (known?.token) return known.location ? api.denyLocation() : api.deny();
  const answer = await api.redeem(known?.code ?? '');
  const token = answer.handoff_token;
  if (answer.kind === 'location') {
    saved.write({ token, location: answer, code: undefined });
    return api.denyLocation();
  }
  saved.write({ token, redeemed: answer, code: undefined });
  return api.deny();
};

/** While the phone has taken over, the desktop has to take the check back before it may end it. */
const cancel = async ({ api }: World): Promise<unknown> => {
  try {
    return await api.cancel();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_active_device') throw error;
    await api.cancelHandoff();
    return api.cancel();
  }
};

const isLost = (error: unknown): boolean => error instanceof ApiError && LOST.includes(error.code);

const DEBTS: Record<Owed, (world: World) => Promise<unknown>> = { deny, decline, cancel };

/**
 * Says it again until it was heard; anything but a loss is an answer: it is over already, or somebody else's.
 */
export const untilHeard = async (
  say: () => Promise<unknown>,
  onLost: () => void = () => {},
  signal = NEVER,
): Promise<void> => {
  for (let i = 0; i < TRIES; i++) {
    try {
      await say();
      return;
    } catch (error) {
      if (!isLost(error)) return;
      onLost();
      await pause(AGAIN_MS, signal);
    }
  }
};

/**
 * Tells the service what the person decided; the screen has already changed, and must not have lied: what a
 * cut network swallowed is said again until it is heard, after a reload too.
 */
export const insist = async (world: World, owed: Owed): Promise<void> => {
  const offline = (is: boolean) => world.dispatch({ type: 'network', offline: is });
  world.saved.write({ owed, consent_version: versionOf(world) });
  const { key } = world.saved.read() ?? {};
  await untilHeard(
    // Where another link has taken this page meanwhile, its session is not the one that was meant.
    async () => world.saved.read()?.key === key && DEBTS[owed](world),
    () => offline(true),
  );
  if (world.saved.read()?.key === key) world.saved.write({ owed: undefined });
  offline(false);
};
