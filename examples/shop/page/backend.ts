/** An answer of our own backend; see ../server.ts. */
export interface Me {
  balance: number;
  amount: number;
  base_url: string;
  face_url: string;
}
interface Payment {
  jurisdiction: { country: string | null; subdivision: string | null };
  balance: number;
}
export interface FaceAnswer {
  status: string;
  decision: 'approved' | 'declined' | 'review' | null;
  livemode: boolean;
}

/** The backend refused the request, or could not reach the service. */
export class BackendError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const call = async <T>(path: string, body?: object): Promise<T> => {
  let response: Response;
  try {
    response = await fetch(path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    throw new BackendError(navigator.onLine ? 'unreachable' : 'offline', 'The shop cannot be reached.');
  }
  const answer = await response
    .json()
    .catch(() => ({ error: 'bad_response', message: 'The shop is confused.' }));
  if (!response.ok) throw new BackendError(answer.error ?? answer.data?.error.code, answer.message);
  return answer as T;
};

export const backend = {
  me: () => call<Me>('api/me'),
  depositToken: (outcome: string) => call<{ token: string }>('api/deposit/token', { outcome }),
  pay: (result_token: string) => call<Payment>('api/deposit/pay', { result_token }),
  faceToken: (outcome: string) => call<{ token: string }>('api/face/token', { outcome }),
  faceResult: (id: string) => call<FaceAnswer>(`api/face/result?session_id=${encodeURIComponent(id)}`),
};
