/** The face check, in a WebView. This entry needs `react-native-webview`; the main entry does not. */
export type { FaceResult, FeatureState, Theme } from '../../web/src/face/bridge.ts';
export type { FaceEvents, FaceOutcome, FaceStep } from '../../web/src/face/events.ts';
export type { FaceOptions } from './face/check.ts';
export { FaceCheckHost, type PresentOptions, presentFaceCheck } from './face/present.ts';
export { FaceCheckView, type FaceCheckViewProps } from './face/view.ts';
