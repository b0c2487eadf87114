import { useCallback, useEffect, useRef, useState } from 'react';
import { isStandpointError, type StandpointError } from '../../web/src/errors.ts';
import type { NativeClient } from './client.ts';
import type { VerifyOptions, VerifyResult } from './location/verify.ts';

export interface VerifyState {
  status: 'idle' | 'running' | 'done' | 'error';
  result?: VerifyResult;
  error?: StandpointError;
}

export interface UseVerify extends VerifyState {
  verify: (jwt: string, options?: VerifyOptions) => Promise<VerifyResult>;
}

/** The state of the newest `verify()` of a component. A component that is gone ends its call. */
export const useVerify = (client: Pick<NativeClient, 'verify'>): UseVerify => {
  const [state, setState] = useState<VerifyState>({ status: 'idle' });
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);
  const verify = useCallback(
    async (jwt: string, options: VerifyOptions = {}) => {
      const controller = new AbortController();
      latest.current = controller;
      const show = (next: VerifyState) => {
        if (latest.current === controller && !controller.signal.aborted) setState(next);
      };
      const forward = () => controller.abort();
      options.signal?.addEventListener('abort', forward);
      if (options.signal?.aborted) forward();
      show({ status: 'running' });
      try {
        const result = await client.verify(jwt, { ...options, signal: controller.signal });
        show({ status: 'done', result });
        return result;
      } catch (error) {
        if (isStandpointError(error) && latest.current === controller) setState({ status: 'error', error });
        throw error;
      } finally {
        options.signal?.removeEventListener('abort', forward);
      }
    },
    [client],
  );
  return { ...state, verify };
};
