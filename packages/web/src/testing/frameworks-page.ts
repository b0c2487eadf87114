import { createElement, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { defineFaceCheck } from '../element.ts';
import * as sdk from '../index.ts';
import { FaceCheck, useFaceCheck, useVerify } from '../react.ts';

interface Props {
  /** The portal token of a face check; without one there is none. */
  jwt?: string;
  /** The preflight token that the button spends. */
  verify?: string;
  url?: string;
  locale?: string;
  /** Another one starts another check in the page. */
  key?: string;
  /** Whether the face check is in a dialog. */
  dialog?: boolean;
  /** Whether the hook knows its service. */
  lost?: boolean;
}

/** A page with the React entry below StrictMode, and with the custom element. A browser drives it through `ui`. */
export const makePage = () => {
  defineFaceCheck();
  const client = sdk.createClient({ baseUrl: location.origin });
  let root: Root | undefined;
  let props: Props = {};
  const ui = {
    /** How many portal tokens were asked for. */
    tokens: 0,
    told: [] as [string, unknown][],
    verify: {} as { status?: string; decision?: string; code?: string },
    dialog: {} as { status?: string; outcome?: string; code?: string },
    mount(given: Props) {
      props = given;
      root ??= createRoot(document.getElementById('place')!);
      root.render(
        createElement(
          StrictMode,
          null,
          createElement(Verify),
          props.jwt !== undefined && createElement(props.dialog ? Dialog : Face, props),
        ),
      );
    },
    unmount() {
      root?.unmount();
      root = undefined;
    },
  };
  const Verify = () => {
    const { verify, status, result, error } = useVerify(client);
    useEffect(() => {
      ui.verify = { status, decision: result?.decision, code: error?.code };
    });
    const onClick = () => void verify(props.verify!).catch(() => {});
    return createElement('button', { type: 'button', id: 'verify', onClick }, status);
  };
  const options = ({ url, locale }: Props) => ({
    url,
    locale,
    token: async () => {
      ui.tokens++;
      return props.jwt!;
    },
    onComplete: (value: unknown) => ui.told.push(['complete', value]),
    onError: (error: sdk.StandpointError) => ui.told.push(['error', error.code]),
    onEvent: (name: string) => ui.told.push(['event', name]),
  });
  const Face = (given: Props) => createElement(FaceCheck, { client, ...options(given) });
  const Dialog = (given: Props) => {
    const { open, status, outcome, error } = useFaceCheck({
      ...(!given.lost && { client }),
      ...options(given),
    });
    useEffect(() => {
      ui.dialog = { status, outcome: outcome?.outcome, code: error?.code };
    });
    return createElement('button', { type: 'button', id: 'open', onClick: open }, status);
  };
  return ui;
};

declare global {
  interface Window {
    ui: ReturnType<typeof makePage>;
    cleared: number[];
  }
}

/** The code of such a page, for `sdkPage()`. */
export const FRAMEWORKS_PAGE = [
  `import * as sdk from './index.ts'`,
  `import { makePage } from './testing/frameworks-page.ts'`,
  `addEventListener('DOMContentLoaded', () => { window.ui = makePage(); window.sdk = sdk; })`,
].join(';\n');
