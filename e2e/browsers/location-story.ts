import { openSite } from '../site.ts';
import { askForToken, openStage } from '../stage.ts';
import type { Engine, Pilot } from './pilot.ts';

interface Told {
  decision?: string;
  reasons?: { code: string }[];
  error?: string;
  /** How often the promise of `verify()` was settled. */
  settled: number;
}

/** Verifies in an integrator's page, as its script does. */
const verifyIn = (pilot: Pilot, base_url: string, token: string): Promise<Told> =>
  pilot.run(
    async (baseUrl, jwt) => {
      const client = window.sdk.createClient({ baseUrl });
      let settled = 0;
      const verified = client.verify(jwt).finally(() => settled++);
      const told = await verified.then(
        ({ decision, reasons }) => ({ decision, reasons: reasons.map(({ code }) => ({ code })) }),
        (error) => ({ error: String(error.code ?? error) }),
      );
      return { ...told, settled };
    },
    base_url,
    token,
  );

/**
 * A deposit: preflight by the backend, `verify(token)` in the page, the decision as the backend reads it.
 * WebKitGTK asks for the position and never answers, so its person gets a decision without one.
 */
export const tellLocation = async ({ name, open }: Engine): Promise<string> => {
  const [stage, site] = await Promise.all([openStage({ database: 'own' }), openSite()]);
  let pilot: Pilot | undefined;
  try {
    pilot = await open();
    const { data } = await askForToken(stage);
    await pilot.goto(`${site.origin}/page?csp=${encodeURIComponent(`connect-src ${stage.origin}`)}`);
    const began = performance.now();
    const told = await verifyIn(pilot, stage.origin, data.token);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const codes = told.reasons?.map(({ code }) => code) ?? [];
    const fits =
      name === 'WebKit'
        ? told.decision !== undefined && told.decision !== 'pass' && codes.length > 0
        : told.decision === 'pass';
    if (!fits || told.settled !== 1) throw new Error(`verify() told ${JSON.stringify(told)}`);
    return `${told.decision}${codes.length > 0 ? ` (${codes.join(', ')})` : ''} in ${seconds} s`;
  } finally {
    await pilot?.close();
    await Promise.all([site.close(), stage.close()]);
  }
};
