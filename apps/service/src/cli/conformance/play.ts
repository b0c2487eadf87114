import { checksum } from '../../accounts/api-keys.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import { conclude, type Step } from './inspect.ts';
import { mockToken, newRing } from './keys.ts';
import type { Scenario } from './scenarios.ts';

export interface StepReport {
  step: string;
  why: string;
  passed: boolean;
  requests: number;
  problems: string[];
}

interface Report {
  done: boolean;
  passed: boolean;
  steps: StepReport[];
}

/** Of no service: it has the form and the checksum of a key, so that a client that looks at it is content. */
const API_KEY = `sp_test_${'0'.repeat(38)}${checksum('0'.repeat(38))}`;

/** Where a play of the scenarios stands. */
export class Play {
  readonly keys: KeyRing = newRing();
  /** As the app sees the server; known once it listens. */
  address = '';
  step: Step | null = null;
  /** Resolves once the last step has ended. */
  readonly done: Promise<void>;
  readonly #reports: StepReport[] = [];
  readonly #scenarios: readonly Scenario[];
  readonly #onStep: ((report: StepReport) => void) | undefined;
  #finish!: () => void;

  constructor(scenarios: readonly Scenario[], onStep?: (report: StepReport) => void) {
    this.#scenarios = scenarios;
    this.#onStep = onStep;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** The next step as the client is told of it, or null after the last. */
  start(): object | null {
    const scenario = this.#scenarios[this.#reports.length];
    if (!scenario) return null;
    const base_url = this.address;
    const minted = mockToken(this.keys, base_url, scenario.token);
    this.step = { scenario, minted, api_key: API_KEY, base_url, seen: [], problems: [] };
    const { ask, times = 1, name, why } = scenario;
    const credential = ask.do === 'preflight' ? { api_key: API_KEY } : { token: minted.token };
    const place = { step: name, number: this.#reports.length + 1, of: this.#scenarios.length };
    return { ...place, why, ...ask, times, base_url, ...credential };
  }

  /** Ends the present step with what the client told. Null when none is open. */
  tell(told: Record<string, unknown>): StepReport | null {
    if (!this.step) return null;
    conclude(this.step, told);
    const { scenario, problems, seen } = this.step;
    const { name, why } = scenario;
    const report = { step: name, why, passed: problems.length === 0, requests: seen.length, problems };
    this.#reports.push(report);
    this.step = null;
    this.#onStep?.(report);
    if (this.#over) this.#finish();
    return report;
  }

  report(): Report {
    const steps = this.#reports;
    return { done: this.#over, passed: this.#over && steps.every(({ passed }) => passed), steps };
  }

  get #over(): boolean {
    return this.#reports.length === this.#scenarios.length;
  }
}
