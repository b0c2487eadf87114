import { createElement, type ReactNode, useEffect, useState } from 'react';
import { Modal } from 'react-native';
import { fail } from '../../../web/src/errors.ts';
import type { FaceOutcome } from '../../../web/src/face/events.ts';
import { whatIsConfigured } from '../configured.ts';
import type { FaceOptions } from './check.ts';
import { FaceCheckView } from './view.ts';

export interface PresentOptions extends FaceOptions {
  /** Default: the `baseUrl` of `configure()`. */
  baseUrl?: string;
  presentation?: 'fullScreen' | 'sheet';
}

interface Request {
  options: PresentOptions & { baseUrl: string };
  number: number;
  resolve(outcome: FaceOutcome): void;
  reject(error: unknown): void;
}

let ask: ((request: Request) => boolean) | undefined;
let count = 0;

/**
 * Shows the face check over the whole app and resolves with its outcome. `<FaceCheckHost />` must be mounted, once,
 * at the root of the app. Rejects only with a `StandpointError`.
 */
export const presentFaceCheck = async (options: PresentOptions): Promise<FaceOutcome> => {
  const baseUrl = options.baseUrl ?? whatIsConfigured().baseUrl;
  return new Promise((resolve, reject) => {
    if (!ask) fail('config_invalid', { detail: 'mount <FaceCheckHost /> at the root of the app,' });
    const taken = ask!({ options: { ...options, baseUrl }, number: ++count, resolve, reject });
    if (!taken) fail('config_invalid', { detail: 'another face check is open,' });
  });
};

/** The request that is shown. Only one is taken at a time. */
const useRequest = (): Request | undefined => {
  const [request, setRequest] = useState<Request>();
  useEffect(() => {
    let open: Request | undefined;
    const own = (next: Request): boolean => {
      if (open) return false;
      const end =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          open = undefined;
          setRequest(undefined);
          settle(value);
        };
      open = { ...next, resolve: end(next.resolve), reject: end(next.reject) };
      setRequest(open);
      return true;
    };
    ask = own;
    return () => {
      if (ask === own) ask = undefined;
      open?.resolve({ outcome: 'cancel', step: 'unmounted' });
    };
  }, []);
  return request;
};

/** The place where `presentFaceCheck()` shows the check. */
export const FaceCheckHost = (): ReactNode => {
  const request = useRequest();
  if (!request) return null;
  const { presentation, ...options } = request.options;
  return createElement(
    Modal,
    {
      visible: true,
      animationType: 'slide',
      presentationStyle: presentation === 'sheet' ? 'pageSheet' : 'fullScreen',
      // The view asks the person itself.
      onRequestClose: () => {},
    },
    createElement(FaceCheckView, {
      key: request.number,
      ...options,
      onComplete: (value) => request.resolve({ outcome: 'complete', value }),
      onCancel: (step) => request.resolve({ outcome: 'cancel', step }),
      onError: request.reject,
    }),
  );
};
