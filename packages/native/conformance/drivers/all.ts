import type { Driver } from '../driver.ts';
import { node } from './node.ts';
import { reactNative } from './react-native.ts';
import { web } from './web.ts';

/**
 * Every client that runs in this process, with its role. One line adds a client to the table of
 * `apps/service/interface/clients.test.ts`; clients in other languages are processes.
 */
export const DRIVERS: readonly { driver: Driver; role: 'app' | 'backend' }[] = [
  { driver: web, role: 'app' },
  { driver: reactNative, role: 'app' },
  { driver: node, role: 'backend' },
];
