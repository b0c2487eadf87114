/** The database's present state is not known well enough to act on; answered as 503 `unavailable`. */
export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly code = 'unavailable';
}
