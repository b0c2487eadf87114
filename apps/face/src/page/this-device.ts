import type { SessionBody } from '@standpoint/contract';
import { followsIntents, isWebView } from '../camera/browser.ts';
import { countCameras } from '../camera/camera.ts';
import type { Device } from '../flow/state.ts';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile/;
export const framed = window.parent !== window;

// iPadOS claims to be a Mac, but no Mac has a touch screen.
const isIpad = (): boolean => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

export const lookAround = async (): Promise<Device> => ({
  mobile: MOBILE.test(navigator.userAgent) || isIpad(),
  ios: /iPhone|iPad|iPod/.test(navigator.userAgent) || isIpad(),
  camera: (await countCameras()) > 0,
  framed,
  intents: followsIntents(navigator.userAgent),
});

/** The facts about this page that the service gets. `heard`: an application around it listens. */
export const about = (device: Device, heard: boolean): SessionBody => ({
  client: {
    sdk: 'face',
    version: '0.5.0',
    surface: framed ? 'iframe' : heard || isWebView(navigator.userAgent) ? 'webview' : 'tab',
  },
  device: { mobile: device.mobile },
  capabilities: {
    camera_api: !!navigator.mediaDevices,
    camera: device.camera,
    secure_context: isSecureContext,
  },
});
