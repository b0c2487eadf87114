import { expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { pages } from '../../pages/all.ts';

const service = testService({ listen: 'ports', plugins: () => [pages()] });
const org = testOrganization(service);

it('finds every rule held on the sandbox address, with the keys from standard input', async () => {
  const keys = { api_key: org.api.sandbox, results_key: org.results.sandbox, workflow_id: org.workflow_id };
  const base = service.config.sandbox_base_url;
  const { code, stdout } = await standpoint(
    ['conformance', 'server', '--base-url', base],
    {},
    JSON.stringify(keys),
  );
  expect(stdout).not.toMatch(/^FAIL/m);
  expect(code, stdout).toBe(0);
});
