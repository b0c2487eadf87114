import type { WithMeta } from './request.ts';

export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** `for await (const item of listing)` reads all pages; `page()` fetches one. */
export interface Listing<T> extends AsyncIterable<T> {
  page(cursor?: string): Promise<WithMeta<Page<T>>>;
}

export const listing = <T>(fetchPage: (cursor?: string) => Promise<WithMeta<Page<T>>>): Listing<T> => ({
  page: fetchPage,
  async *[Symbol.asyncIterator]() {
    let cursor: string | undefined;
    do {
      const page = await fetchPage(cursor);
      yield* page.data;
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
  },
});
