import { openEmbedded } from '../src/database/embedded/embedded.ts';

/** A process that joins a data directory: it prints the connection, and leaves when its input ends. */

const silent = { info() {}, warn() {}, error() {} };
const { connection, leave } = await openEmbedded({ data_dir: process.argv[2]!, log: silent });
process.stdout.write(`${JSON.stringify(connection)}\n`);
process.stdin.on('end', leave).resume();
