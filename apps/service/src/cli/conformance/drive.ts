import type { Ask, Driver, Told } from '../../../../../packages/native/conformance/driver.ts';
import type { MockServer } from './mock-server.ts';

interface Started extends Ask {
  times: number;
}

/**
 * Plays every step of a mock server through a driver. A step whose call the client never makes is a mistake of
 * the choice of steps, and fails.
 */
export async function drive(mock: Pick<MockServer, 'start' | 'tell'>, driver: Driver): Promise<void> {
  for (let next = mock.start(); next; next = mock.start()) {
    const { times, ...ask } = next as Started;
    let told: Told | string = {};
    for (let call = 0; call < times; call++) told = await driver.call(ask);
    mock.tell(typeof told === 'string' ? { error: `not built: ${told}` } : told);
  }
}
