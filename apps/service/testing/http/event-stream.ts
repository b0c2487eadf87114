import { type ClientRequest, request } from 'node:http';
import type { News } from '@standpoint/contract';
import type { Browser } from '../people.ts';

export interface Heard {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any event
  data: any;
  /** `performance.now()`. */
  at: number;
}

export interface Stream {
  status: number;
  headers: Record<string, unknown>;
  heard: Heard[];
  /** The news so far. */
  news(): News[];
  /** The first event for which this holds. */
  until(holds: (heard: Heard) => boolean, ms?: number): Promise<Heard>;
  ended: Promise<void>;
  close(): void;
}

/** A stream of live news over a real connection. `address`: of the service’s port. */
export function openStream(
  address: string,
  { cookie }: Pick<Browser, 'cookie'>,
  path: string,
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request(address + path, { headers: { cookie } }, (response) => {
      const heard: Heard[] = [];
      const waiting = new Set<() => void>();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          heard.push(eventOf(text.slice(0, end)));
          text = text.slice(end + 2);
        }
        for (const look of waiting) look();
      });
      response.on('error', () => undefined);
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        heard,
        news: () => heard.filter(({ event }) => event === 'news').flatMap(({ data }) => data),
        until: (holds, ms = 10_000) =>
          new Promise((found, late) => {
            const timer = setTimeout(() => {
              waiting.delete(look);
              late(new Error(`not heard within ${ms} ms: ${JSON.stringify(heard).slice(0, 2_000)}`));
            }, ms);
            const look = () => {
              const one = heard.find(holds);
              if (!one) return;
              clearTimeout(timer);
              waiting.delete(look);
              found(one);
            };
            waiting.add(look);
            look();
          }),
        ended: new Promise((end) => response.once('close', () => end())),
        close: () => call.destroy(),
      });
    });
    call.on('error', reject);
    call.end();
  });
}

function eventOf(text: string): Heard {
  const fields = Object.fromEntries(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return {
    id: fields.id ?? '',
    event: fields.event ?? '',
    data: JSON.parse(fields.data ?? 'null'),
    at: performance.now(),
  };
}
