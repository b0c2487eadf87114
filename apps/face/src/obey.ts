import type { ChildMessage, ParentMessage } from '@standpoint/web/bridge';
import { claimsOf } from './address.ts';
import type { Driver } from './driver.ts';
import { isEnd } from './flow-moves.ts';
import type { SavedStore } from './saved.ts';
import { portalKey } from './tab.ts';
import { closingMessage } from './tell.ts';
import type { ThemeWish } from './theme.ts';

interface Page extends Pick<Driver, 'state' | 'dispatch'> {
  saved: SavedStore;
  /** BCP 47, the page's own now. */
  locale(): string;
  setLocale(tag: string): void;
  /** Over the workflow's theme. */
  setTheme(theme: ThemeWish): void;
  post(message: ChildMessage): void;
}

/** What the page around this one, or the application around a WebView, may ask for. */
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
      // Another portal token is another session: the page begins anew, in this tab's storage.
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
