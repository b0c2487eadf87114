/** The few methods of a structured logger that this folder uses; a pino logger fits. */
export type Log = {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
};
