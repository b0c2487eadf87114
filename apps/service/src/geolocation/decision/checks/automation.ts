import { check, skipped } from './check.ts';
import { weighTells } from './tells.ts';

export const automation = check({
  question: 'Does a program drive this browser?',
  group: 'integrity',
  codes: { automation: { fail: 'fail', outcomes: ['fail'] } },
  run({ evidence: { platform, signals, device } }) {
    const code = 'automation';
    if (platform !== 'web') return [skipped(code, 'not_web')];
    const seen = signals?.automation;
    const globals = seen?.globals;
    const finding = weighTells(code, [
      { name: 'webdriver', weight: 1, seen: signals?.webdriver },
      { name: 'tool_globals', weight: 1, seen: globals && globals.length > 0 },
      { name: 'headless_name', weight: 1, seen: seen?.headless_name ?? headlessName(device?.user_agent) },
      // No extension has a reason to touch the property that says "I am driven".
      { name: 'webdriver_patched', weight: 1, seen: seen?.webdriver_patched },
      { name: 'webdriver_missing', weight: 0.5, seen: seen?.webdriver_missing },
      { name: 'permissions_disagree', weight: 0.5, seen: seen?.permissions_disagree },
      // Developer tools cause this too.
      { name: 'console_read', weight: 0.5, seen: seen?.console_read },
      { name: 'no_languages', weight: 0.5, seen: seen?.no_languages },
      { name: 'no_window', weight: 0.5, seen: seen?.no_window },
      // Privacy extensions, or a switched-off PDF viewer, cause this too.
      { name: 'no_plugins', weight: 0.25, seen: seen?.no_plugins },
      { name: 'to_string_patched', weight: 0.25, seen: seen?.to_string_patched },
      // A virtual machine or an old driver causes this too.
      { name: 'software_graphics', weight: 0.25, seen: softwareGraphics(device?.graphics) },
    ]);
    if (globals && globals.length > 0) finding.inputs.globals = globals;
    return [finding];
  },
});

const headlessName = (user_agent: unknown) =>
  typeof user_agent === 'string' ? /headless/i.test(user_agent) : undefined;

function softwareGraphics(graphics: unknown): boolean | undefined {
  const { renderer } = (graphics ?? {}) as { renderer?: unknown };
  return typeof renderer === 'string' ? /swiftshader|llvmpipe|softpipe/i.test(renderer) : undefined;
}
