import { command, EXIT } from '../command.ts';
import { findingsText } from '../print.ts';
import { type Finding, fileFindings, networkFindings, proxyFinding, tokenFindings } from './findings.ts';
import { addressOf, PLACE, placesOf, toolsOf, URL_OPTION } from './place.ts';
import { tokensIn } from './tokens-in-files.ts';

export const packagesDoctor = command({
  name: 'packages doctor',
  summary: 'Check on this computer why the private packages can or cannot be installed',
  options: { ...URL_OPTION, ...PLACE },
  notes:
    'It reads the files that packages login writes, and asks all three registries with the tokens in them.',
  run: async ({ options, terminal }) => {
    const address = addressOf(terminal, options.url);
    const tools = toolsOf(options.for);
    const places = placesOf(terminal, options.project);
    const tokens = tokensIn(address, places, terminal.env);
    const findings: Finding[] = [
      ...fileFindings(address, places, tokens, tools),
      ...proxyFinding(address, terminal.env),
      ...(await networkFindings(address)),
    ];
    // Without a connection each of them would say the same again, and without https the token would be readable.
    if (findings.every(({ name, ok }) => ok || (name !== 'service' && name !== 'https')))
      findings.push(...(await tokenFindings(address, tokens, tools)));
    return { ok: findings.every(({ ok }) => ok), address, findings };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: ({ findings }) => findingsText(findings),
});
