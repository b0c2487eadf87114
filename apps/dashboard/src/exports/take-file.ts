import type { EXPORT_ABOUT_HEADER } from '@standpoint/contract';
import { openFile } from '../api/client.ts';
import { unreachable } from '../api/connection.ts';
import { Unreachable } from '../api/refused.ts';

/** The header in which the service says how many rows there are. */
const ABOUT: typeof EXPORT_ABOUT_HEADER = 'standpoint-rows';

/** How far a file has come. `about`: how many rows there are, as the service says it: "480", "100000+". */
export interface Progress {
  rows: number;
  about: string | null;
  bytes: number;
}

interface TakenFile {
  blob: Blob;
  name: string;
  progress: Progress;
}

/** Pieces are put together so often: browsers keep a large blob on the disk, and pieces in memory. */
const PIECE_BYTES = 1_000_000;
const LINE_END = 10;

/** Asks for a file, and tells how far it has come. Throws when it broke off: no part of it is given out. */
export async function takeFile(
  path: string,
  body: unknown,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<TakenFile> {
  const { headers, content } = await openFile(path, body, signal);
  const type = headers.get('content-type') ?? '';
  // The line of a head is no row.
  const rows = type.startsWith('text/csv') ? -1 : 0;
  const progress: Progress = { rows, about: headers.get(ABOUT), bytes: 0 };
  const told = () => ({ ...progress, rows: Math.max(0, progress.rows) });
  let blob = new Blob([], { type });
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let end = LINE_END;
  for await (const bytes of readAll(content, signal)) {
    for (const byte of bytes) if (byte === LINE_END) progress.rows += 1;
    progress.bytes += bytes.length;
    end = bytes.at(-1) ?? end;
    pieces.push(bytes);
    waiting += bytes.length;
    if (waiting > PIECE_BYTES) {
      blob = new Blob([blob, ...pieces], { type });
      pieces = [];
      waiting = 0;
    }
    tell(told());
  }
  // Behind a proxy, a file that broke off may end like a whole one; its last line does not.
  if (end !== LINE_END) throw new Unreachable('The file came without its end.');
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  return { blob: new Blob([blob, ...pieces], { type }), name, progress: told() };
}

/** Safari cannot loop over a stream. */
async function* readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      unreachable();
      throw new Unreachable('The connection to the service was lost.');
    });
    if (done) return;
    yield value;
  }
}
