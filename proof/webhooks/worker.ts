import pino from 'pino';
import { connect } from '../../apps/service/src/database/connect.ts';
import { openEgress } from '../../apps/service/src/egress/egress.ts';
import { openEnvelope } from '../../apps/service/src/privacy/envelope.ts';
import { keepDelivering } from '../../apps/service/src/webhooks/worker.ts';
import { fastClock, type WorkerSettings } from './settings.ts';

/** A process that only delivers events. It sends `ready` to its parent once it does. */
const { connection, root_key, clock } = JSON.parse(process.env.PROOF_WORKER!) as WorkerSettings;
const log = pino({ level: process.env.LEVEL ?? 'error' }, pino.destination({ fd: 2, sync: true }));
const database = connect({ connection, log, max: 2 });
const stop = await keepDelivering({
  database,
  log,
  clock: { now: fastClock(clock) } as never,
  envelope: openEnvelope(Buffer.from(root_key, 'base64')),
  // These events are about no person, so no key is opened.
  data_keys: {} as never,
  egress: openEgress({ allow: ['127.0.0.0/8'] }),
});

async function end(): Promise<void> {
  await stop();
  await database.close();
  process.exit(0);
}
process.on('SIGTERM', end);
process.on('disconnect', end);
process.send?.('ready');
