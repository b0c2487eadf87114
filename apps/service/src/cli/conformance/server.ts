import { command, EXIT, Failure, Misuse, type Terminal } from '../command.ts';
import { readSecret } from '../read-secret.ts';
import { type RuleReport, walk } from './walk/walk.ts';
import { type Credentials, Walker } from './walk/walker.ts';

const FORM = '{"api_key": "sp_test_…", "results_key": "sr_test_…", "workflow_id": "wf_…"}';

/** Keys from the environment, else from standard input: an argument would stay in the shell's history. */
async function credentialsOf(terminal: Terminal, file: string | undefined): Promise<Credentials> {
  const {
    CONFORMANCE_API_KEY: api_key,
    CONFORMANCE_RESULTS_KEY: results_key,
    CONFORMANCE_WORKFLOW: workflow_id,
  } = terminal.env;
  if (api_key) return checked({ api_key, results_key, workflow_id });
  const text = await readSecret(terminal, file, `the keys, as ${FORM}`);
  try {
    return checked(text.startsWith('{') ? JSON.parse(text) : { api_key: text });
  } catch (error) {
    if (error instanceof SyntaxError) throw new Misuse(`The keys are no JSON: give ${FORM}.`);
    throw error;
  }
}

/** Says in one sentence what every rule would fail by: no service there, or a key that it refuses. */
async function mustMint(base: string, credentials: Credentials): Promise<void> {
  try {
    await new Walker(base, credentials).mint();
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    throw new Failure(
      `No token can be minted at ${base}: ${message}${cause ? ` (${cause.message})` : ''}.`,
      'Check the address, and that the API key is one of its sandbox.',
    );
  }
}

/** The walk mints, spends and is refused on purpose, which belongs into no production. */
function checked(found: Partial<Credentials>): Credentials {
  const { api_key, results_key, workflow_id } = found;
  if (!api_key?.startsWith('sp_')) throw new Misuse('api_key must be an API key of the sandbox (sp_test_…).');
  if (results_key && !results_key.startsWith('sr_'))
    throw new Misuse('results_key must be a results key (sr_test_…).');
  if (/^s._live_/.test(api_key) || /^s._live_/.test(results_key ?? ''))
    throw new Failure(
      'This is a live key. The kit is for the sandbox alone.',
      'npx standpoint keys create --env sandbox',
    );
  return { api_key, ...(results_key && { results_key }), ...(workflow_id && { workflow_id }) };
}

const ruleLine = ({ outcome, rule, problem }: RuleReport): string =>
  `${outcome === 'fail' ? 'FAIL' : outcome}  ${rule}${problem ? `\n        ${problem}` : ''}`;

const countOf = (rules: readonly RuleReport[], wanted: RuleReport['outcome']) =>
  rules.filter(({ outcome }) => outcome === wanted).length;

export const conformanceServer = command({
  name: 'conformance server',
  summary: 'Walk every rule that a server holds for its clients, as a client of its sandbox',
  options: {
    'base-url': { type: 'string', value: 'URL', required: true, meaning: 'the base address of the server' },
    file: { type: 'string', value: 'FILE', meaning: `the keys (default: standard input): ${FORM}` },
    patient: { type: 'boolean', meaning: 'wait for what takes minutes: a token that expires' },
  },
  notes:
    'The keys may also come as CONFORMANCE_API_KEY, CONFORMANCE_RESULTS_KEY and CONFORMANCE_WORKFLOW. The walk\n' +
    'leaves verifications and sessions of made-up customers in the sandbox. It takes about ten seconds.',
  run: async ({ options, terminal, json }) => {
    const base = URL.parse(options['base-url']);
    if (!base || !/^https?:$/.test(base.protocol))
      throw new Misuse('--base-url must be an address like https://id.example.');
    const credentials = await credentialsOf(terminal, options.file);
    await mustMint(base.href, credentials);
    const rules = await walk(base.href, credentials, {
      patient: options.patient,
      onRule: (report) => void (json || terminal.stdout.write(`${ruleLine(report)}\n`)),
    });
    return { base_url: base.href, passed: countOf(rules, 'fail') === 0, rules };
  },
  text: ({ rules, passed }) =>
    `${countOf(rules, 'pass')} rules hold, ${countOf(rules, 'fail')} are broken, ${countOf(rules, 'skip')} were skipped: ` +
    (passed ? 'the server holds the protocol' : 'the server does not hold the protocol'),
  exit: ({ passed }) => (passed ? EXIT.ok : EXIT.refused),
});
