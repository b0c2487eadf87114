/** Cases whose decision was sent and has no answer yet. */
export const deciding = new Set<string>();
