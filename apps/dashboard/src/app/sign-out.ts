import { write } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionIsOver } from '../api/session-end.ts';
import { sayWrong } from '../toast/toasts.ts';
import { forgetTyped } from '../unsaved/typed.ts';

/** Ends the session. Nothing of the person stays in the page: it is loaded anew. */
export async function signOut(): Promise<void> {
  try {
    await write('POST', '/auth/sign-out', {});
    sessionIsOver();
    queryClient.clear();
    forgetTyped();
    location.assign('/dashboard/sign-in');
  } catch (error) {
    sayWrong(error);
  }
}
