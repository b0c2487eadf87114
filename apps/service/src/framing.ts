import type { Config } from './config.ts';

/** Pages on a developer's own machine. They may frame the face app on the sandbox base address only. */
export const LOCAL_PAGES = 'http://localhost:*';

const LOCAL_PAGE = /^http:\/\/localhost(:\d{1,5})?$/;

/** Whether `http://localhost:*` covers the origin (CSP 3 §6.7.2.8). */
export const isLocalPage = (origin: string): boolean => LOCAL_PAGE.test(origin);

/** Whether a base address is the sandbox's own. Where both environments share one address, it is not. */
export const isSandboxBase = ({ base_url, sandbox_base_url }: Config, called: string): boolean =>
  called === sandbox_base_url && called !== base_url;
