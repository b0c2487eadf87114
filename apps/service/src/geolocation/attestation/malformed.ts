/** Bytes that are not what they claim to be. Says where and why; never quotes the bytes. */
export class Malformed extends Error {
  override name = 'Malformed';
}

export const malformed = (why: string): never => {
  throw new Malformed(why);
};
