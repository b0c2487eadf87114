/** Memory that other threads read without a copy of their own. */
export const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);
