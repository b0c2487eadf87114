import { createClient, isStandpointError } from '@standpoint/web';
import type { CopyAnswer } from './copied.ts';

/** A second page with a stolen token. It does not know of the first use; only the service does. */
const tryIt = async (token: string, baseUrl: string): Promise<CopyAnswer> => {
  try {
    const { verification_id } = await createClient({ baseUrl }).verify(token);
    return { refused: false, code: 'accepted', message: verification_id };
  } catch (error) {
    const code = isStandpointError(error) ? error.code : 'internal';
    const answered = isStandpointError(error) && error.status !== undefined;
    return { refused: answered, code, message: error instanceof Error ? error.message : String(error) };
  }
};

addEventListener('message', async ({ data, origin, source }: MessageEvent) => {
  if (origin !== location.origin || source !== parent || parent === window) return;
  parent.postMessage(await tryIt(data.token, data.baseUrl), origin);
});
parent.postMessage('ready', location.origin);
