/**
 * Thrown for bytes that are not what they claim to be. The message says where and why, and never quotes the
 * bytes.
 */
export class Malformed extends Error {
  override name = 'Malformed';
}

export const malformed = (why: string): never => {
  throw new Malformed(why);
};
