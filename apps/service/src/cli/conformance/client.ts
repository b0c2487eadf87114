import { processDriver } from '../../../../../packages/native/conformance/process-driver.ts';
import { command, EXIT, Failure, Misuse, number, oneOf } from '../command.ts';
import { drive } from './drive.ts';
import { type MockServer, openMockServer } from './mock-server.ts';
import type { StepReport } from './play.ts';
import { APP, BACKEND, type Scenario } from './scenarios.ts';

const stepLine = ({ passed, step, problems }: Pick<StepReport, 'passed' | 'step' | 'problems'>): string =>
  [`${passed ? 'pass' : 'FAIL'}  ${step}`, ...problems.map((problem) => `        ${problem}`)].join('\n');

/** The chosen steps; with `mutate`, the one of that number has a wrong expectation. */
export function chosen(role: 'app' | 'backend', only: string | undefined, mutate?: number): Scenario[] {
  const all = role === 'app' ? APP : BACKEND;
  const names = only?.split(',').map((name) => name.trim());
  const unknown = names?.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new Misuse(
      `--only: there is no step ${unknown}; there are ${all.map(({ name }) => name).join(', ')}.`,
    );
  return all
    .filter(({ name }) => names?.includes(name) ?? true)
    .map((each, at) => (at + 1 === mutate ? { ...each, told: { error: 'of_a_changed_step' } } : each));
}

export const conformanceClient = command({
  name: 'conformance client',
  summary: 'Play the service for a client under test, and say of each step whether it holds the protocol',
  options: {
    port: { type: 'string', value: 'N', required: true, meaning: 'where to listen; 0 takes a free one' },
    host: { type: 'string', value: 'ADDRESS', meaning: 'the address to listen on (default: 127.0.0.1)' },
    'base-url': {
      type: 'string',
      value: 'URL',
      meaning: 'the address as the app sees it (emulators differ)',
    },
    role: { type: 'string', value: 'app|backend', meaning: 'who is under test (default: app)' },
    only: { type: 'string', value: 'STEPS', meaning: 'some steps, with commas between' },
    driver: {
      type: 'string',
      value: 'COMMAND',
      meaning: 'a process that makes the calls; without it, drive by HTTP',
    },
    mutate: { type: 'string', value: 'N', meaning: 'falsify the Nth step, to see that a failure is seen' },
  },
  notes:
    'By HTTP: GET /start gives the next step with its token, the app makes the call, and POST /told with\n' +
    '{"told": {"decision": …}} or {"told": {"error": code}} ends the step. GET /report gives all of them.\n' +
    'packages/native/PROTOCOL.md says what each step asks for.',
  run: async ({ options, terminal, json }) => {
    const role = oneOf('role', options.role ?? 'app', ['app', 'backend']);
    const mutate = options.mutate === undefined ? undefined : number('mutate', options.mutate, 1, 1_000);
    const mock = await openMockServer({
      scenarios: chosen(role, options.only, mutate),
      port: number('port', options.port, 0, 65_535),
      host: options.host,
      base_url: options['base-url'],
      onStep: (report) => void (json || terminal.stdout.write(`${stepLine(report)}\n`)),
    }).catch(cannotListen);
    try {
      if (options.driver) await byDriver(mock, options.driver);
      else {
        terminal.stderr.write(
          `The client under test calls ${mock.base_url}; its first step: GET ${mock.base_url}/start\n`,
        );
        await ended(mock, terminal.ended);
      }
      return mock.report();
    } finally {
      await mock.close();
    }
  },
  text: ({ steps, passed, done }) =>
    `${steps.filter((step) => step.passed).length} of ${steps.length} steps passed${done ? '' : ', not all were played'}: ` +
    (passed ? 'the client holds the protocol' : 'the client does not hold the protocol'),
  exit: ({ passed }) => (passed ? EXIT.ok : EXIT.refused),
});

function cannotListen({ code, message }: NodeJS.ErrnoException): never {
  const taken = code === 'EADDRINUSE';
  throw new Failure(
    `It cannot listen: ${message}.`,
    taken ? 'Take another --port; 0 takes a free one.' : undefined,
  );
}

async function byDriver(mock: MockServer, line: string): Promise<void> {
  const driver = processDriver(line);
  try {
    await drive(mock, driver);
  } finally {
    await driver.close?.();
  }
}

/** Until the last step has ended, or the command is told to end. */
function ended(mock: MockServer, signal: AbortSignal | undefined): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal) return signal.addEventListener('abort', () => resolve());
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
  });
  return Promise.race([mock.done, stopped]);
}
