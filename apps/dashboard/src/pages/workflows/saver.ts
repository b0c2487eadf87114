import { Refused } from '../../api/refused.ts';
import { type Watched, watched } from '../../api/watched.ts';
import { sameValue } from './fields/place.ts';
import type { Definition, Draft } from './queries.ts';

/** The draft as it is being written. */
export interface Writing {
  definition: Definition;
  /** As the service has it; null before the first save. */
  saved: Draft | null;
  /** `conflict`: another person saved meanwhile. What was typed here stays. */
  state: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';
  error: Error | null;
}

type Send = (revision: number, definition: Definition) => Promise<Draft>;

const REST_MS = 700;
const AGAIN_MS = 5_000;

/** Saves a draft by itself, a moment after the last change, one save at a time, each on top of the one before. */
export class Saver {
  readonly writing: Watched<Writing>;
  readonly #send: Send;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy: Promise<void> | null = null;

  constructor(first: { definition: Definition; saved: Draft | null }, send: Send) {
    this.writing = watched<Writing>({ ...first, state: 'saved', error: null });
    this.#send = send;
  }

  change(definition: Definition): void {
    const { state } = this.writing.get();
    // A conflict is settled by the person; until then nothing is sent.
    this.#set({ definition, state: state === 'conflict' ? state : 'waiting' });
    if (state !== 'conflict') this.#wait(REST_MS);
  }

  /** Begins again with what the service has. */
  take(saved: Draft | null, definition: Definition): void {
    clearTimeout(this.#timer);
    this.#set({ saved, definition, state: 'saved', error: null });
  }

  /** After a conflict: what was typed here goes on top of what the other person saved. */
  putOnTop(saved: Draft): Promise<void> {
    this.#set({ saved, state: 'waiting', error: null });
    return this.flush();
  }

  /** Saves now what is not saved yet. `state` says afterwards whether that went well. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#busy;
    const { state } = this.writing.get();
    if (state !== 'waiting' && state !== 'failed') return;
    this.#busy = this.#save().finally(() => {
      this.#busy = null;
    });
    await this.#busy;
    if (this.writing.get().state === 'waiting') await this.flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  async #save(): Promise<void> {
    const { definition, saved } = this.writing.get();
    this.#set({ state: 'saving', error: null });
    try {
      const next = await this.#send(saved?.revision ?? 0, definition);
      const unchanged = sameValue(this.writing.get().definition, definition);
      this.#set({ saved: next, state: unchanged ? 'saved' : 'waiting' });
    } catch (error) {
      const conflict = error instanceof Refused && error.code === 'draft_changed';
      this.#set({ state: conflict ? 'conflict' : 'failed', error: error as Error });
      // What the service refused would be refused again.
      if (!(error instanceof Refused)) this.#wait(AGAIN_MS);
    }
  }

  #set(change: Partial<Writing>): void {
    this.writing.set({ ...this.writing.get(), ...change });
  }
}
