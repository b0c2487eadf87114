import { BRIDGE_NS, BRIDGE_VERSION, type Loading } from '@standpoint/web/bridge';
import { readAddress } from './address.ts';

/**
 * Tells the page around the frame that the frame was not refused. It says nothing else, and goes to the
 * declared origin only.
 */
export const sayLoading = (
  page: { location: Pick<Location, 'pathname' | 'hash'> },
  parent: Pick<Window, 'postMessage'>,
): void => {
  const opened = readAddress(page.location.pathname, page.location.hash);
  const framed = (parent as unknown) !== page;
  if (!framed || opened?.role !== 'portal' || !opened.parent_origin) return;
  const loading: Loading = { ns: BRIDGE_NS, v: BRIDGE_VERSION, type: 'loading' };
  parent.postMessage(loading, opened.parent_origin);
};
