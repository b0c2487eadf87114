import type { Owed } from '../page/saved.ts';
import { ApiError, pause } from '../service/call.ts';
import type { World } from './world.ts';

const AGAIN_MS = 4_000;
/** Long enough for the life of a session. */
const TRIES = 450;
const NEVER = new AbortController().signal;
/** Errors after which the service may not have heard the request, or could not act on it. */
const LOST = ['connection_lost', 'unavailable', 'internal', 'rate_limited', 'slow_down'];

const versionOf = (world: World): string | undefined =>
  world.state().consent?.version ?? world.saved.read()?.consent_version;

const decline = (world: World): Promise<unknown> =>
  world.api.consent({ version: versionOf(world) ?? '-', accepted: false, locale: world.locale() });

/**
 * A code must be redeemed before it can be denied, so that the service learns which session it belongs to.
 */
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

/** While the phone has the check, the desktop has to take it back before it may end it. */
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
 * Repeats the call until the service has heard it. Any error other than a lost answer is final: the session
 * is over, or belongs to another browser.
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
 * Tells the service what the person decided. The screen has already changed and must be true, so a message
 * that the network lost is repeated until the service has heard it, even after a reload.
 */
export const insist = async (world: World, owed: Owed): Promise<void> => {
  const offline = (is: boolean) => world.dispatch({ type: 'network', offline: is });
  world.saved.write({ owed, consent_version: versionOf(world) });
  const { key } = world.saved.read() ?? {};
  await untilHeard(
    // If another link has taken over this page in the meantime, its session must not be touched.
    async () => world.saved.read()?.key === key && DEBTS[owed](world),
    () => offline(true),
  );
  if (world.saved.read()?.key === key) world.saved.write({ owed: undefined });
  offline(false);
};
