/** What a client tells about one case: the members of `expect` that it has, or `{error: code}`. */
export type Told = Record<string, unknown>;

/** One call that the client makes against a server, as an app makes it. */
export interface Ask {
  do: 'verify' | 'collect' | 'preflight';
  base_url: string;
  /** For `verify` and `collect`. */
  token?: string;
  /** For `preflight`, which a backend calls. */
  api_key?: string;
  /** What the person answers when the app asks for the position. Default: granted, with a position. */
  permission?: 'granted' | 'denied';
}

/**
 * A client under test. Each of our clients has one driver; a client in another language is a process that
 * `process-driver.ts` speaks to.
 */
export interface Driver {
  name: string;
  /** A text says why the client has no such part; the case is then skipped. */
  vector(family: string, input: Record<string, unknown>): Promise<Told | string> | Told | string;
  /** The same for a call; a text when the client never makes it. */
  call(ask: Ask): Promise<Told | string>;
  close?(): Promise<void>;
}
