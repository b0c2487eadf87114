import { h } from './view.ts';

export interface CopyAnswer {
  refused: boolean;
  code: string;
  message: string;
}

/** Gives the token to a second page, as a thief would, and returns the service's answer to that page. */
export const tryCopy = (token: string, baseUrl: string): Promise<CopyAnswer> =>
  new Promise((resolve) => {
    const frame = h('iframe', {
      src: 'copy.html',
      title: 'A second page',
      allow: 'geolocation',
      class: 'offstage',
      'aria-hidden': 'true',
      tabindex: '-1',
    });
    const end = (answer: CopyAnswer) => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      frame.remove();
      resolve(answer);
    };
    const listen = ({ data, origin, source }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.contentWindow) return;
      if (data === 'ready') frame.contentWindow!.postMessage({ token, baseUrl }, origin);
      else end(data as CopyAnswer);
    };
    const timer = setTimeout(
      () => end({ refused: true, code: 'timeout', message: 'The second page got no answer.' }),
      30_000,
    );
    addEventListener('message', listen);
    document.body.append(frame);
  });
