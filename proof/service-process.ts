import pino from 'pino';
import { readConfig } from '../apps/service/src/config.ts';
import { startService } from '../apps/service/src/main.ts';

/**
 * One service as its own process, configured by its environment. It sends `ready` to its parent once it
 * listens.
 */
const log = pino({ level: process.env.LEVEL ?? 'error' }, pino.destination({ fd: 2, sync: true }));
const service = await startService(readConfig(process.env), log);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 20_000).unref();
  await service.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
// The parent process is gone, so this process must end itself.
process.on('disconnect', stop);
process.send?.('ready');
