import { openFileStore } from '../../src/privacy/keys/file-store.ts';
import { newKeys } from './store.ts';

/**
 * A second process on a store of keys: `node key-process.ts FOLDER`. It says `open ID`, then stores keys
 * without an end and names those of each batch when they are stored. `destroy ID …` on its standard input
 * destroys keys; it says `destroyed` then.
 */
const store = await openFileStore(process.argv[2]!);
const say = (text: string) => process.stdout.write(`${text}\n`);
say(`open ${store.id}`);

process.stdin.on('data', async (text) => {
  await store.destroy(...text.toString().trim().split(' ').slice(1));
  say('destroyed');
});

for (;;) {
  const keys = newKeys(5);
  await store.put(keys);
  say(`put ${keys.map(({ key_id }) => key_id).join(' ')}`);
}
