import { expect, test } from 'vitest';
import { PROBLEMS } from '../flow/problems.ts';
import { BROWSERS, browserOf, followsIntents, intentAddress, isWebView } from './browser.ts';
import { type CameraFacts, causeOf } from './cause.ts';
import { chosenAmong, rememberedChoice } from './choice.ts';
import { isSlow } from './pace.ts';
import { betterThan, type CameraDevice, classOf, rankCameras, standIns } from './rank.ts';
import { remedyOf } from './remedy.ts';

const camera = (label: string, facing?: CameraDevice['facing']): CameraDevice => ({
  device_id: label,
  label,
  facing,
});

test('ranks front cameras first, then back, infrared and virtual ones', () => {
  const labels = [
    'OBS Virtual Camera',
    'Integrated IR Camera',
    'camera2 0, facing back',
    'HD Pro Webcam C920',
    'camera2 1, facing front',
  ];
  expect(rankCameras(labels.map((label) => camera(label))).map(({ label }) => label)).toEqual(
    labels.reverse(),
  );
});

test('recognises virtual cameras by the names that such programs use', () => {
  const virtual = [
    'OBS Virtual Camera',
    'OBS-Camera',
    'ManyCam Virtual Webcam',
    'Snap Camera',
    'XSplit VCam',
    'mmhmm Camera',
    'Logi Capture',
    'NVIDIA Broadcast',
    'Dummy video device (0x0000)',
  ];
  for (const label of virtual) expect(classOf(camera(label)), label).toBe('virtual');
  const real = [
    'FaceTime HD Camera',
    'Integrated Camera (13d3:56ff)',
    'Front Camera',
    'Kamera vorne',
    'Mirror',
    'fake_device_0',
    '',
  ];
  for (const label of real) expect(classOf(camera(label)), label).toMatch(/front|ordinary/);
  expect(classOf(camera('Integrated IR Camera'))).toBe('infrared');
  expect(classOf(camera('Cámara trasera'))).toBe('back');
  // The direction that the driver reports outranks the name.
  expect(classOf(camera('Back of the room', 'user'))).toBe('front');
});

const [back, front, obs, plain] = [
  camera('Back Camera', 'environment'),
  camera('Front Camera', 'user'),
  camera('OBS Virtual Camera'),
  camera('USB Camera'),
];

test("changes the camera only when it has to, and never against the person's choice", () => {
  expect(betterThan(back, [back, front], null)).toBe(front);
  expect(betterThan(obs, [obs, plain], null)).toBe(plain);
  expect(betterThan(plain, [plain, front], null)).toBeNull();
  expect(betterThan(obs, [obs], null)).toBeNull();
  expect(betterThan(obs, [obs, front], obs)).toBeNull();
  expect(betterThan(obs, [obs, front, plain], plain)).toBe(plain);
});

test('replaces a camera that does not start by one that faces the person', () => {
  expect(standIns([obs, back, plain, front])).toEqual([front, plain]);
  expect(standIns([back, obs])).toEqual([]);
});

test('remembers the chosen camera, and remembers nothing in a browser without storage', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  const choice = rememberedChoice(() => storage);
  choice.write({ device_id: 'a', label: 'A' });
  expect(choice.read()).toEqual({ device_id: 'a', label: 'A' });
  choice.forget();
  expect(choice.read()).toBeNull();
  const refused = rememberedChoice(() => {
    throw new DOMException('no', 'SecurityError');
  });
  refused.write({ device_id: 'a', label: 'A' });
  expect(refused.read()).toBeNull();
  const [a, b] = [camera('A'), { ...camera('B'), device_id: 'rotated' }];
  expect(chosenAmong([a, b], { device_id: 'A', label: '' })).toBe(a);
  expect(chosenAmong([a, b], { device_id: 'B', label: 'B' })).toBe(b);
  expect(chosenAmong([a, b, { ...b, device_id: 'twin' }], { device_id: 'B', label: 'B' })).toBeNull();
  expect(chosenAmong([a, b], { device_id: 'gone', label: '' })).toBeNull();
});

test('calls a camera slow below fifteen pictures a second', () => {
  expect([20, 29, 30, 60].map((pictures) => isSlow(pictures, 2_000))).toEqual([true, true, false, false]);
});

test('maps what the browser reports to exactly one cause', () => {
  const facts: CameraFacts = {
    secure: true,
    api: true,
    webview: false,
    policy: true,
    permission: 'prompt',
    cameras: 1,
  };
  const cause = (change: Partial<CameraFacts>) => causeOf({ ...facts, ...change });
  expect(cause({ secure: false, api: false })).toBe('camera_insecure_context');
  expect(cause({ api: false, webview: true })).toBe('webview_no_camera');
  expect(cause({ error: 'NotAllowedError', webview: true })).toBe('webview_no_camera');
  expect(cause({ api: false })).toBe('unsupported_browser');
  expect(cause({ policy: false, error: 'NotAllowedError' })).toBe('camera_policy_blocked');
  expect(cause({ error: 'NotAllowedError' })).toBe('camera_permission_dismissed');
  expect(cause({ error: 'NotAllowedError', permission: 'denied' })).toBe('camera_permission_denied');
  expect(cause({ error: 'NotAllowedError', permission: 'unknown' })).toBe('camera_permission_denied');
  expect(cause({ error: 'NotFoundError', cameras: 0 })).toBe('camera_not_found');
  expect(cause({ error: 'NotReadableError' })).toBe('camera_in_use');
  expect(cause({ error: 'OverconstrainedError' })).toBe('camera_overconstrained');
  expect(cause({ error: 'TypeError', cameras: 0 })).toBe('camera_not_found');
});

const AGENTS: Record<string, string> = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  edge:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 ' +
    'Safari/537.36 Edg/147.0.0.0',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 ' +
    'Mobile Safari/537.36',
  samsung:
    'Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/18.5 Mobile/15E148 Safari/604.1',
  chrome_ios:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'CriOS/147.0.0.0 Mobile/15E148 Safari/604.1',
  mac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
    'Version/18.5 Safari/605.1.15',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  webview:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/147.0.0.0 Mobile Safari/537.36',
  wkwebview:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  instagram:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/147.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0',
};

test('gives each browser its own steps', () => {
  const of = (name: string, touches = 0) => browserOf(AGENTS[name]!, touches);
  expect([of('chrome'), of('edge')]).toEqual(['chromium_desktop', 'chromium_desktop']);
  expect([of('android', 5), of('samsung', 5)]).toEqual(['chrome_android', 'samsung']);
  expect([of('iphone', 5), of('chrome_ios', 5)]).toEqual(['safari_ios', 'other_ios']);
  expect([of('mac'), of('mac', 5)]).toEqual(['safari_macos', 'safari_ios']);
  expect(of('firefox')).toBe('firefox');
  const remedies = BROWSERS.map((browser) => remedyOf('camera_permission_denied', browser));
  expect(new Set(remedies).size).toBe(BROWSERS.length);
  for (const problem of PROBLEMS.filter((each) => !each.startsWith('camera_')))
    expect(remedyOf(problem, 'other'), problem).toBeNull();
});

test("recognises another application's window, and keeps the whole address on the way out", () => {
  for (const name of ['webview', 'wkwebview', 'instagram']) expect(isWebView(AGENTS[name]!), name).toBe(true);
  for (const name of ['chrome', 'android', 'samsung', 'iphone', 'chrome_ios', 'mac', 'firefox'])
    expect(isWebView(AGENTS[name]!), name).toBe(false);
  // In an unknown application the address may end on an error page.
  expect([followsIntents(AGENTS.instagram!), followsIntents(AGENTS.webview!)]).toEqual([true, false]);
  expect(intentAddress('https://id.example/face/wf_1#t=a.b.c&l=en')).toBe(
    'intent://id.example/face/wf_1#t=a.b.c&l=en#Intent;scheme=https;end',
  );
});
