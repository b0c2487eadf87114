import type { AnswerOf, sandbox } from '@standpoint/contract';
import { createClient, type VerifyProgress, type VerifyResult } from '@standpoint/web';
import { write } from '../../api/client.ts';
import type { Place } from '../../app/place.ts';

type Minted = AnswerOf<typeof sandbox.mintOwnToken>;

/** What an integrator does: the backend mints a token, and the page spends it with the SDK. */
export async function checkOneself(
  { org }: Place,
  onProgress: (progress: VerifyProgress) => void,
  signal: AbortSignal,
): Promise<VerifyResult> {
  const { token } = await write<Minted>('POST', `/${org}/sandbox/own-token`, {});
  return createClient({ baseUrl: location.origin }).verify(token, { onProgress, signal });
}
