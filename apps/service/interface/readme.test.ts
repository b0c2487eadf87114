import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/all.ts';
import { sharedService, testOrganization } from '../testing/hooks.ts';

/** The README as a newcomer follows it. */
const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const BLOCKS = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);

/** What the shell puts in the place of the README's one command in a body. */
const NOW = `${new Date().toISOString().slice(0, 19)}Z`;
const inShell = (text: string) => text.replace("'$(date -u +%FT%TZ)'", NOW);

/** Path and body of the README's call to an address. */
function callTo(path: string): { path: string; body: Record<string, unknown> } {
  const block = BLOCKS.find((text) => text.includes(`localhost:4000${path} `) && text.includes(' -d '));
  if (!block) throw new Error(`The README has no call to ${path}`);
  return { path, body: JSON.parse(inShell(/ -d '(.*)'/.exec(block)![1]!)) };
}

const service = sharedService();
const org = testOrganization(service);

describe('the README', () => {
  it('leads to a verified location with the two calls that it shows', async () => {
    const minted = await service.call({ ...callTo('/geolocation/preflight'), token: org.api.sandbox });
    expect(minted.status, minted.text).toBe(200);
    const verified = await service.call({ ...callTo('/geolocation/verify'), token: minted.data.token });
    expect(verified.status, verified.text).toBe(200);
    expect(verified.data).toMatchObject({ decision: 'pass', livemode: false });
    expect(verified.data.result_token).toBeTypeOf('string');
  });

  it('leads to a portal token, and to the list where the decision is read', async () => {
    const { path, body } = callTo('/facecheck/session/portal');
    const workflow = { ...body, workflow_id: org.workflow_id };
    const portal = await service.call({ path, body: workflow, token: org.api.sandbox });
    expect(portal.status, portal.text).toBe(200);
    expect(portal.data.url).toContain(org.workflow_id);
    const listed = await service.call({
      path: /localhost:4000(\/facecheck\/sessions[^\s']*)/.exec(README)![1]!,
      token: org.results.sandbox,
    });
    expect(listed.status, listed.text).toBe(200);
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    for (const block of BLOCKS) {
      for (const [, script] of block.matchAll(/^npm (?:run )?([\w:]+)/gm))
        expect(['ci', 'install', ...Object.keys(scripts)]).toContain(script);
      for (const [, words] of block.matchAll(/^npx standpoint ((?:[a-z]+ ?)+)/gm))
        expect(Object.keys(COMMANDS).some((name) => `${words} `.startsWith(`${name} `))).toBe(true);
    }
  });

  it('holds no date that grows old', () => {
    expect(BLOCKS.filter((block) => /\b20\d\d-\d\d/.test(block))).toEqual([]);
  });

  it('is one screen to a result: at most 1,000 words, and no line over 150 columns', () => {
    expect(README.split(/\s+/).length).toBeLessThanOrEqual(1_000);
    expect(README.split('\n').filter((line) => line.length > 150)).toEqual([]);
  });
});
