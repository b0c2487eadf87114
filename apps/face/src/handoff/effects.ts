import { insist, untilHeard } from '../effects/insist.ts';
import type { World } from '../effects/world.ts';
import type { Channel, Effect, ShownCode } from '../flow/state.ts';
import { issueCodes } from './issue-codes.ts';

type Of<E extends Effect['do']> = Extract<Effect, { do: E }>;

/** A link that was sent keeps working after a reload of this tab, so no other link replaces it. */
const sentLink = (world: World): ShownCode | null => {
  const { link } = world.saved.read() ?? {};
  const state = world.state().session?.handoff.state;
  const left_s = link ? Math.floor((link.until - Date.now()) / 1_000) : 0;
  return link && state === 'issued' && left_s > 30 && left_s <= link.life_s
    ? { url: link.url, life_s: left_s, refresh_s: null }
    : null;
};

const issue = async (world: World, channel: Channel, signal: AbortSignal): Promise<void> => {
  const sent = channel === 'link' ? sentLink(world) : null;
  if (sent) return world.dispatch({ type: 'code', code: sent });
  const show = (code: ShownCode): void => {
    const link =
      channel === 'link'
        ? { url: code.url, life_s: code.life_s, until: Date.now() + code.life_s * 1_000 }
        : undefined;
    world.saved.write({ link });
    world.dispatch({ type: 'code', code });
  };
  await issueCodes(world.api, { channel, locale: world.locale, show }, signal);
};

/** Effects of the code, the number and the two ways out of a hand-off, on both devices. */
export const HANDOFF_EFFECTS = {
  redeem: async (world: World): Promise<void> => {
    const answer = await world.api.redeem(world.saved.read()?.code ?? '');
    if (answer.kind === 'location') {
      world.saved.write({ token: answer.handoff_token, location: answer, code: undefined });
      return world.location(answer);
    }
    // An answer repeated to the same browser may be older than what has happened since.
    const confirmed = answer.confirm.type === 'none' || answer.session.handoff.state === 'confirmed';
    world.saved.write({ token: answer.handoff_token, redeemed: answer, confirmed, code: undefined });
    await world.opened(answer.workflow);
    world.dispatch({ type: 'redeemed', answer, consented: false, confirmed });
  },
  issue_code: async (world: World, { channel, take_back }: Of<'issue_code'>, signal: AbortSignal) => {
    world.saved.write({ handing: channel });
    // While the previous phone still has the check, the service issues no new code and sends no news about
    // it.
    if (take_back) await untilHeard(() => world.api.cancelHandoff(), undefined, signal);
    signal.throwIfAborted();
    await issue(world, channel, signal);
  },
  cancel_handoff: (world: World, _effect: Of<'cancel_handoff'>, signal: AbortSignal): Promise<void> => {
    world.saved.write({ handing: undefined, link: undefined });
    return untilHeard(() => world.api.cancelHandoff(), undefined, signal);
  },
  confirm: async (world: World, { number }: Of<'confirm'>): Promise<void> => {
    const { confirmed, session } = await world.api.confirm(number);
    if (confirmed) world.saved.write({ confirmed });
    world.dispatch({ type: 'confirmed', confirmed, session });
  },
  deny: (world: World): Promise<void> => insist(world, 'deny'),
  cancel: (world: World): Promise<void> => insist(world, 'cancel'),
};
