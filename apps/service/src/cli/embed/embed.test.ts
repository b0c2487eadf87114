import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { SERVERS } from './snippets.ts';

const PAGE = ['--page', 'https://shop.example/checkout'];
const SERVICE = ['--url', 'https://id.example.com/'];
const run = (...args: string[]) => standpoint(['embed', 'policy', ...args]);
const asked = async (...args: string[]) => (await run(...PAGE, ...SERVICE, ...args, '--json')).json;

describe('embed policy', () => {
  it('prints what a page with both checks needs, and no source beyond', async () => {
    expect(await asked()).toMatchObject({
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self'; connect-src 'self' https://id.example.com; " +
        'frame-src https://id.example.com',
      'Permissions-Policy': 'geolocation=(self), camera=(self "https://id.example.com")',
      outer: null,
    });
  });

  it('asks for no frame and camera for a location, and for no position for a face check', async () => {
    const location = await asked('--location');
    expect(location).toMatchObject({
      'Permissions-Policy': 'geolocation=(self)',
      frame_allow: null,
      also: [],
    });
    expect(location.csp['frame-src']).toBeUndefined();
    const face = await asked('--face');
    expect(face['Permissions-Policy']).toBe('camera=(self "https://id.example.com")');
    expect(face.csp['connect-src']).toEqual(["'self'"]);
    expect(face.also.join()).toContain('https://shop.example to the workflow');
  });

  it('names the frame attribute that the SDK sets', async () => {
    const sdk = readFileSync(
      new URL('../../../../../packages/web/src/face/screen.ts', import.meta.url),
      'utf8',
    );
    expect(sdk).toContain(`frame.allow = '${(await asked()).frame_allow}'`);
  });

  it('allows the script of the service when the page loads the SDK from it', async () => {
    expect((await asked('--script-tag')).csp['script-src']).toEqual(["'self'", 'https://id.example.com']);
  });

  it('says what the page around the page needs', async () => {
    const { outer, csp, also } = await asked('--framed-by', 'https://portal.example/app');
    expect(csp['frame-ancestors']).toEqual(["'self'", 'https://portal.example']);
    expect(outer).toEqual({
      'Permissions-Policy': 'geolocation=(self "https://shop.example"), camera=(self "https://shop.example")',
      frame_allow: 'geolocation; camera; fullscreen; autoplay',
    });
    expect(also.join()).toContain('https://portal.example');
  });

  it('lists no origin twice when the service and the page share one', async () => {
    const { csp, ...same } = (await run('--page', 'https://id.example.com', ...SERVICE, '--json')).json;
    expect(csp).toMatchObject({ 'connect-src': ["'self'"], 'frame-src': ["'self'"] });
    expect(same['Permissions-Policy']).toBe('geolocation=(self), camera=(self)');
  });

  it('takes the addresses from the settings when no service is named', async () => {
    const env = { STANDPOINT_FACE_BASE_URL: 'https://face.example.com' };
    const { stdout, code } = await standpoint(['embed', 'policy', ...PAGE], env);
    expect(code).toBe(0);
    expect(stdout).toContain('frame-src https://face.example.com');
    for (const server of SERVERS) expect(stdout).toContain(`\n${server}\n`);
  });

  it.each([
    [['--page', 'http://shop.example'], 'http://shop.example'],
    [['--page', 'https://shop;script-src *'], '--page must be an address'],
    [['--page', "https://shop;frame-src'"], '--page must be an address'],
    [['--page', 'shop'], '--page must be an address'],
    [['--page', 'data:text/html,x'], 'https://'],
    [[...PAGE, '--for', 'apache'], '--for must be one of'],
    [[...PAGE, '--framed-by', 'portal'], '--framed-by must be an address'],
  ])('refuses %j', async (args, reason) => {
    const { code, stderr } = await run(...args, ...SERVICE);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});
