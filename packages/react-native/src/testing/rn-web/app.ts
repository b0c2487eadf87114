import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { StandpointError } from '../../../../web/src/errors.ts';
import type { NativeClient } from '../../client.ts';
import { FaceCheckHost, FaceCheckView, type FaceOptions, presentFaceCheck } from '../../face.ts';
import * as older from '../../generation-0-3.ts';
import * as newer from '../../index.ts';
import type { VerifyResult } from '../../location/verify.ts';
import { useVerify } from '../../use-verify.ts';

/** What the app heard, in order. A story reads it. */
interface Heard {
  events: string[];
  ends: unknown[];
  /** How often a token was fetched. */
  tokens: number;
}

interface Story {
  baseUrl: string;
  tokens: string[];
  options: Omit<FaceOptions, 'token' | 'signal'>;
}

declare global {
  interface Window {
    story: Story;
    appHeard: Heard;
    present(): void;
    settle(decision?: VerifyResult['decision']): void;
    remove(): void;
    /** Both lines, as an app imports them. */
    lines: { newer: typeof newer; older: typeof older };
  }
}

window.lines = { newer, older };
const { baseUrl, tokens, options } = window.story;
window.appHeard = { events: [], ends: [], tokens: 0 };
const end = (what: unknown) => window.appHeard.ends.push(what);
const token = async () => tokens[Math.min(window.appHeard.tokens++, tokens.length - 1)]!;

const Check = () => {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  const close = (what: unknown) => {
    end(what);
    setOpen(false);
  };
  return createElement(FaceCheckView, {
    baseUrl,
    token,
    ...options,
    testID: 'face',
    onComplete: close,
    onCancel: (step) => close({ cancel: step }),
    onError: (error) => close({ error: error.code }),
    onEvent: (name) => window.appHeard.events.push(name),
  });
};

window.present = () => {
  presentFaceCheck({ baseUrl, token, ...options }).then(end, (error) => end({ error: error.code }));
};

/** `#hook`: a button that verifies, and its state. The call ends when the story ends it, or its signal. */
const Hook = () => {
  const { verify, status, result, error } = useVerify(client);
  const text = [status, result?.decision, error?.code].filter(Boolean).join(' ');
  return createElement(
    'button',
    { id: 'hook', type: 'button', onClick: () => verify('token').catch(() => {}) },
    text,
  );
};
const Hooks = () => {
  const [here, setHere] = useState(true);
  window.remove = () => setHere(false);
  return here ? createElement(Hook) : null;
};
const client: Pick<NativeClient, 'verify'> = {
  verify: (_, options) =>
    new Promise((resolve, reject) => {
      const { signal } = options!;
      signal!.addEventListener('abort', () => {
        end({ aborted: true });
        reject(new StandpointError('aborted'));
      });
      window.settle = (decision) =>
        decision ? resolve({ decision } as VerifyResult) : reject(new StandpointError('offline'));
    }),
};

// `#present`: nothing is shown until `present()` is called.
const shown = { '#present': createElement(FaceCheckHost), '#hook': createElement(Hooks) }[location.hash];
createRoot(document.getElementById('root')!).render(
  createElement(StrictMode, null, shown ?? createElement(Check)),
);
