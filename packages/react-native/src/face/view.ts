import { createElement, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { BackHandler, Linking, View } from 'react-native';
import { WebView } from 'react-native-webview';
import type { StandpointError } from '../../../web/src/errors.ts';
import type { FaceResult } from '../../../web/src/face/bridge.ts';
import type { FaceEvents } from '../../../web/src/face/events.ts';
import { type CommonOptions, readConfig } from '../config.ts';
import linkedModule from '../NativeStandpoint.ts';
import { linkedProviders } from '../providers/linked.ts';
import { LINE_0_5 } from '../version.ts';
import { type FaceCheck, type FaceOptions, openFaceCheck } from './check.ts';
import { type FacePage, webViewProps } from './page.ts';

export interface FaceCheckViewProps extends FaceOptions, Pick<CommonOptions, 'baseUrl' | 'crypto' | 'debug'> {
  testID?: string;
  /** The check is over and its closing screen is left. Your backend reads the decision. */
  onComplete: (result: FaceResult) => void;
  /** The person gave up; `step` names the screen. */
  onCancel: (step: string) => void;
  onError: (error: StandpointError) => void;
  onEvent?: <K extends keyof FaceEvents>(name: K, event: FaceEvents[K]) => void;
}

const FILL = { flex: 1 };
const never = () => () => {};
const nothing = () => undefined;

const open = (props: FaceCheckViewProps, latest: () => FaceCheckViewProps): FaceCheck => {
  const config = readConfig(props, LINE_0_5, () => linkedProviders(linkedModule)?.crypto);
  const check = openFaceCheck({
    config,
    options: props,
    ended: () =>
      check.track.result.then(
        (end) => (end.outcome === 'complete' ? latest().onComplete(end.value) : latest().onCancel(end.step)),
        (error: StandpointError) => latest().onError(error),
      ),
  });
  check.track.on('*', (name, event) => latest().onEvent?.(name, event as never));
  return check;
};

const pageView = (check: FaceCheck, page: FacePage): ReactNode =>
  createElement(WebView, {
    key: page.nonce,
    ref: (view: WebView | null) => check.attach(view && ((script) => view.injectJavaScript(script))),
    style: FILL,
    ...webViewProps(page),
    onMessage: ({ nativeEvent }: { nativeEvent: { data: string; url: string } }) =>
      check.receive(nativeEvent),
    onShouldStartLoadWithRequest: ({ url }: { url: string }) =>
      check.mayLoad(url, (outside) => void Linking.openURL(outside).catch(() => {})),
    onError: ({ nativeEvent }: { nativeEvent: { description?: string } }) =>
      check.broken('load', nativeEvent.description),
    onHttpError: ({ nativeEvent }: { nativeEvent: { url: string; statusCode: number } }) => {
      if (nativeEvent.url.split('#')[0] === page.uri.split('#')[0])
        check.broken('load', `HTTP ${nativeEvent.statusCode}`);
    },
    onRenderProcessGone: () => check.broken('process'),
    onContentProcessDidTerminate: () => check.broken('process'),
  });

/**
 * The face check as a view that fills its parent. Its callbacks come once, when the view may be removed. Options are
 * read when it is mounted; give it another `key` to start again.
 */
export const FaceCheckView = (props: FaceCheckViewProps): ReactNode => {
  const latest = useRef(props);
  latest.current = props;
  const [check, setCheck] = useState<FaceCheck>();
  useEffect(() => {
    const made = open(latest.current, () => latest.current);
    setCheck(made);
    // React's StrictMode mounts twice: only a check that is still there a moment later fetches a token.
    let here = true;
    Promise.resolve().then(() => (here ? made.start() : undefined));
    const back = BackHandler.addEventListener('hardwareBackPress', () => {
      made.leave();
      return true;
    });
    return () => {
      here = false;
      back.remove();
      made.destroy();
    };
  }, []);
  const page = useSyncExternalStore(check?.subscribe ?? never, check?.page ?? nothing, nothing);
  const inside = check && page && pageView(check, page);
  return createElement(View, { style: FILL, testID: props.testID }, inside);
};
