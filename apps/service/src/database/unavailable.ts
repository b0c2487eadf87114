/** The state of the database is not known well enough to act on it; answered as 503 `unavailable`. */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly code = 'unavailable';
}
