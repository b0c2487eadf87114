/**
 * The code of the README and of docs/embedding.md, so that the compiler checks it. A test compares the texts.
 */
import { createClient, type FaceResult, isStandpointError, type VerifyResult } from '@standpoint/web';
import { defineFaceCheck } from '@standpoint/web/element';

const standpoint = createClient({ baseUrl: 'http://localhost:4000' });

export async function deposit(): Promise<void> {
  const { token } = await fetch('/deposit/token', { method: 'POST' }).then((answer) => answer.json());

  const result = await standpoint.verify(token, {
    onProgress: ({ stage, accuracyM }) => console.log(stage, accuracyM),
  });

  if (result.decision === 'retry') console.log(result.reasons[0]?.remedy, result.next_token);
  else await fetch('/deposit', { method: 'POST', body: result.result_token });
}

export async function onMyPhone(result: VerifyResult): Promise<VerifyResult> {
  if (!result.handoff) return result;
  showQrCode(result.handoff.url);
  return standpoint.waitForHandoff(result, {
    onState: ({ state, number }) => console.log(state, number ?? ''),
  });
}

export async function explain(): Promise<void> {
  try {
    await deposit();
  } catch (error) {
    if (!isStandpointError(error)) throw error;
    if (error.userAction === 'retry') console.log('Please try again.');
    else console.log(error.code, error.docsUrl, error.requestId);
  }
}

export async function collectForBackend(token?: string): Promise<void> {
  const { payload, has_public_ip } = await standpoint.collect(token);
  await fetch('/risk', { method: 'POST', body: JSON.stringify({ payload, has_public_ip }) });
}

export async function checkFace(): Promise<void> {
  const face = standpoint.face({
    token: async () => (await (await fetch('/face/token', { method: 'POST' })).json()).token,
    title: 'Confirm that it is you',
  });
  face.on('step', ({ name, index, total }) => console.log(name, index, total));
  face.open();

  const ended = await face.result;
  if (ended.outcome === 'cancel') console.log('given up at', ended.step);
  else await fetch(`/face/done?session=${ended.value.session_id}`, { method: 'POST' });
}

export function checkFaceAcrossReload(showReloadButton: () => void): void {
  let used = sessionStorage.getItem('face-token');
  const face = standpoint.face({
    token: async () => {
      used ??= (await (await fetch('/face/token', { method: 'POST' })).json()).token as string;
      return used;
    },
  });
  face.on('token', ({ state }) => {
    if (state !== 'renewed') used = null;
  });
  face.on('reload_required', () => {
    sessionStorage.setItem('face-token', used!);
    showReloadButton();
  });
  face.result.finally(() => sessionStorage.removeItem('face-token'));
  face.open();
}

export function defineElement(): void {
  defineFaceCheck();
  const element = document.querySelector('standpoint-face-check')!;
  element.token = async () => (await (await fetch('/face/token', { method: 'POST' })).json()).token;
  element.addEventListener('complete', (event) => console.log((event as CustomEvent<FaceResult>).detail));
}

export async function leaveForFace(token: string): Promise<void> {
  const state = crypto.randomUUID();
  sessionStorage.setItem('face-state', state);
  const face = standpoint.face({ token });
  location.assign(await face.url({ returnUrl: 'https://shop.example.com/face/done', state }));
}

export function cameBack(): string | null {
  const query = new URLSearchParams(location.search);
  return query.get('state') === sessionStorage.getItem('face-state') ? query.get('session_id') : null;
}

export async function whyNoCamera(): Promise<void> {
  const { missing, remedy, docs } = await standpoint.cameraDoctor({ open: true });
  if (missing) console.warn(missing, remedy, docs);
}

export async function doctor(): Promise<void> {
  const { problems } = await standpoint.diagnose();
  if (problems.includes('in_app_browser')) console.log('Open this page in your browser.');
}

declare function showQrCode(text: string): void;
