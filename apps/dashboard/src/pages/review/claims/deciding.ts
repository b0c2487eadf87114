/** Cases with a decision that has no answer yet. */
export const deciding = new Set<string>();
