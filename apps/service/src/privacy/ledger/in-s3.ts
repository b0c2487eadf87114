import { Unavailable } from '../../database/unavailable.ts';
import { type S3Client, told } from '../../s3/client.ts';
import type { LedgerPlace } from './ledger.ts';

const FOLDER = 'erasures/';

/** Entries in the bucket of the keys, one object each. */
export const s3Ledger = (client: S3Client, place: string): LedgerPlace => ({
  async note(name, text) {
    const headers = { 'if-none-match': '*' };
    const answer = await client.call({
      method: 'PUT',
      name: FOLDER + name,
      headers,
      body: Buffer.from(text),
    });
    // 412: the entry is there already.
    if (answer.status !== 200 && answer.status !== 412)
      throw new Unavailable(`The ledger in ${place} cannot be written: ${told(answer)}.`);
  },
  async read(name) {
    const answer = await client.call({ method: 'GET', name: FOLDER + name });
    if (answer.status === 200) return answer.body.toString('utf8');
    if (answer.status === 404 && answer.code === 'NoSuchKey') return null;
    throw new Unavailable(`The ledger in ${place} cannot be read: ${told(answer)}.`);
  },
  async *names() {
    for await (const page of client.names())
      for (const name of page) if (name.startsWith(FOLDER)) yield name.slice(FOLDER.length);
  },
});
