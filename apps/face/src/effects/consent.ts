import { NEEDED_CONSENT } from '@standpoint/contract/face/page-texts';
import type { Effect, FlowEvent, NeededConsent } from '../flow/state.ts';
import { consentShown } from '../page/consent-shown.ts';
import type { ApiError } from '../service/call.ts';
import { insist } from './insist.ts';
import type { World } from './world.ts';

/** What to do when the service asks for a consent, which it names unless it is too old to do so. */
export const consentNeeded = ({ fields }: Pick<ApiError, 'fields'>): FlowEvent => {
  const told = (name: keyof NeededConsent) =>
    fields.find(({ path }) => path === NEEDED_CONSENT[name])?.message;
  const [version, text, locale] = [told('version'), told('text'), told('locale')];
  const consent = version && text && locale ? { version, text, locale } : undefined;
  return { type: 'consent_needed', consent };
};

export const CONSENT_EFFECTS = {
  send_consent: async (
    world: World,
    { accepted, pressed }: Extract<Effect, { do: 'send_consent' }>,
  ): Promise<void> => {
    if (!accepted) return insist(world, 'decline');
    const version = world.state().consent?.version ?? '';
    // The language of the text on the screen, which may not be the page's.
    const { tag: locale } = consentShown(world.state(), world.locale());
    const session = await world.api.consent({ version, accepted, locale, ...(pressed && { pressed }) });
    world.saved.write({ consented: true });
    world.dispatch({ type: 'consented', session });
  },
  withdraw: async (world: World): Promise<void> => {
    const version = world.state().consent?.version ?? '-';
    try {
      const session = await world.api.consent({ version, accepted: false, locale: world.locale() });
      world.saved.write({ consented: false });
      world.dispatch({ type: 'withdrawn', session });
    } catch {
      // The screen must not say that anything was deleted, and names the company that can do it.
      world.dispatch({ type: 'withdraw_failed' });
    }
  },
};
