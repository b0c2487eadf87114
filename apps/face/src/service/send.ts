export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  timeout_ms: number;
  signal: AbortSignal;
  keepalive?: true;
  /** Share of the body that is sent, 0 to 1. */
  onProgress?: (ratio: number) => void;
}

export interface Reply {
  status: number;
  text: string;
  /** The service's clock (HTTP `Date`). */
  date: string | null;
}

/** Sends one request. Rejects when there is no answer, on a timeout and when it is aborted. */
export const send = (request: Request): Promise<Reply> =>
  request.onProgress ? sendUpload(request) : sendFetch(request);

const sendFetch = async ({
  method,
  url,
  headers,
  body,
  timeout_ms,
  signal,
  keepalive,
}: Request): Promise<Reply> => {
  // Not AbortSignal.any, which Safari has only since 17.4.
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  const late = setTimeout(stop, timeout_ms);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      keepalive,
      signal: end.signal,
    });
    return { status: response.status, text: await response.text(), date: response.headers.get('date') };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
};

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
const sendUpload = ({ signal, onProgress, ...asked }: Request): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(asked.method, asked.url);
    for (const [name, value] of Object.entries(asked.headers)) request.setRequestHeader(name, value);
    request.timeout = asked.timeout_ms;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress!(loaded / total);
    };
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        date: request.getResponseHeader('date'),
      });
    request.onloadend = () => {
      signal.removeEventListener('abort', stop);
      // After `load` this has no effect: a promise is settled once.
      reject(new Error('no reply'));
    };
    signal.addEventListener('abort', stop, { once: true });
    request.send(asked.body);
    if (signal.aborted) stop();
  });
