import { processDriver } from '../../../../../packages/native/conformance/process-driver.ts';
import { runVectors } from '../../../../../packages/native/conformance/vectors.ts';
import { command, EXIT, number } from '../command.ts';

export const conformanceVectors = command({
  name: 'conformance vectors',
  summary: 'Give every vector of the protocol to a client under test',
  options: {
    driver: { type: 'string', value: 'COMMAND', required: true, meaning: 'the process that answers them' },
    mutate: { type: 'string', value: 'N', meaning: 'falsify the Nth vector, to see that a failure is seen' },
  },
  notes: 'packages/native/PROTOCOL.md says how the process speaks. A client is given each vector once.',
  run: async ({ options }) => {
    const driver = processDriver(options.driver);
    const mutate = options.mutate === undefined ? undefined : number('mutate', options.mutate, 1, 100_000);
    try {
      return await runVectors(driver, { mutate });
    } finally {
      await driver.close?.();
    }
  },
  text: ({ passed, failed, skipped, families }) =>
    [
      ...Object.entries(families).map(([family, count]) => `pass  ${family}: ${count}`),
      ...Object.entries(skipped).map(([why, count]) => `skip  ${count}: ${why}`),
      ...failed.map(({ family, name, problem }) => `FAIL  ${family}, ${name}: ${problem}`),
      `${passed} passed, ${failed.length} failed`,
    ].join('\n'),
  exit: ({ failed, passed }) => (failed.length === 0 && passed > 0 ? EXIT.ok : EXIT.refused),
});
