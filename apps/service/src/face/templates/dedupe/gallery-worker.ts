import { parentPort } from 'node:worker_threads';
import { openSealed } from '../sealed.ts';
import { ScanMemory } from './scan-memory.ts';
import type { Answers, Asked, Question } from './scan-thread.ts';

/**
 * The thread that opens, holds and scans galleries, so that neither a minute of decryption nor a scan delays
 * a request.
 */
const galleries = new Map<string, ScanMemory>();

const answer: { [Op in keyof Answers]: (question: Question<Op>) => Answers[Op] } = {
  add({ gallery, dimensions, rows }) {
    const memory = galleries.get(gallery) ?? new ScanMemory(dimensions);
    galleries.set(gallery, memory);
    let skipped = 0;
    for (const row of rows) {
      try {
        const bytes = Buffer.from(row.sealed.buffer, row.sealed.byteOffset, row.sealed.byteLength);
        memory.add(row.seq, openSealed({ ...row, sealed: bytes }));
      } catch {
        skipped++;
      }
    }
    return { count: memory.count, bytes: memory.bytes, skipped };
  },
  remove({ gallery, seqs }) {
    const memory = galleries.get(gallery);
    memory?.remove(new Set(seqs));
    return { count: memory?.count ?? 0 };
  },
  scan({ gallery, probe, threshold }) {
    const memory = galleries.get(gallery);
    if (!memory) return { candidates: [], margin: 0 };
    return memory.scan(probe, threshold);
  },
  drop({ gallery }) {
    galleries.get(gallery)?.clear();
    galleries.delete(gallery);
    return null;
  },
};

parentPort!.on('message', ({ id, op, question }: Asked) => {
  try {
    parentPort!.postMessage({ id, answer: answer[op](question as never) });
  } catch (error) {
    parentPort!.postMessage({ id, error: String((error as Error)?.message ?? error) });
  }
});
