import { createElement, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FaceCheckHost, FaceCheckView, type FaceOptions, presentFaceCheck } from '../../face.ts';

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
  }
}

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

// `#present`: nothing is shown until `present()` is called.
const shown = location.hash === '#present' ? createElement(FaceCheckHost) : createElement(Check);
createRoot(document.getElementById('root')!).render(createElement(StrictMode, null, shown));
