import { expect, it } from 'vitest';
import { node } from '../../../../../packages/native/conformance/drivers/node.ts';
import { web } from '../../../../../packages/native/conformance/drivers/web.ts';
import { drive } from './drive.ts';
import { openMockServer } from './mock-server.ts';
import { APP, BACKEND } from './scenarios.ts';

it.each([
  [web, APP],
  [node, BACKEND],
])('$name passes every step of the mock server, with their real waits', async (driver, scenarios) => {
  const mock = await openMockServer({ scenarios, port: 0 });
  await drive(mock, driver);
  await mock.close();
  expect(
    mock.report().steps.flatMap(({ step, problems }) => problems.map((problem) => `${step}: ${problem}`)),
  ).toEqual([]);
  expect(mock.report().passed).toBe(true);
});
