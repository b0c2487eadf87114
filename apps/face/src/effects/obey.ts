import type { ChildMessage, ParentMessage } from '@standpoint/web/bridge';
import { isEnd } from '../flow/moves.ts';
import { claimsOf } from '../page/address.ts';
import type { SavedStore } from '../page/saved.ts';
import { portalKey } from '../page/tab.ts';
import type { ThemeWish } from '../page/theme.ts';
import type { Driver } from './driver.ts';
import { closingMessage } from './tell.ts';

interface Page extends Pick<Driver, 'state' | 'dispatch'> {
  saved: SavedStore;
  /** BCP 47 tag of the page's language at the moment. */
  locale(): string;
  setLocale(tag: string): void;
  /** Applied on top of the workflow's theme. */
  setTheme(theme: ThemeWish): void;
  post(message: ChildMessage): void;
}

/** Handles the requests of the embedding page, or of the application around a WebView. */
export const obey = (page: Page, message: ParentMessage): void => {
  const { state, dispatch, saved } = page;
  switch (message.type) {
    case 'init':
      if (message.locale) page.setLocale(message.locale);
      if (message.theme) page.setTheme(message.theme);
      if (message.handoff) dispatch({ type: 'prefer', handoff: message.handoff });
      return;
    case 'locale':
      page.setLocale(message.locale);
      return;
    case 'theme':
      page.setTheme(message.theme);
      return;
    case 'cancel':
      if (isEnd(state.value)) page.post(closingMessage(state.value));
      else dispatch({ type: 'leave' });
      return;
    case 'token':
      // Another portal token is another session: the page starts again with this tab's storage.
      if (!claimsOf(message.token).jti) return;
      saved.replace({
        role: 'portal',
        token: message.token,
        key: portalKey(message.token),
        parent_origin: saved.read()?.parent_origin,
        locale: page.locale(),
      });
      location.reload();
  }
};
