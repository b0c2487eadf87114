import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Unavailable } from '../../database/unavailable.ts';

/** Each takes 32 MB and a thread of the pool that files, DNS and the checks of payloads share. */
const AT_ONCE = 2;
const WAITING_MOST = 50;

/** better-auth's scrypt, a few at a time: attempts from many networks must not take the machine. */
export function boundedScrypt() {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING_MOST) throw new Unavailable('too many sign-ins at once');
    if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => inTurn(() => verifyPassword(given)),
  };
}
