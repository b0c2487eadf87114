import { PRESETS } from '../../geolocation/decision/presets.ts';
import { command } from '../command.ts';

export const policiesPresets = command({
  name: 'policies presets',
  summary: 'List the presets to start from, and the reason for each',
  options: {},
  notes: 'Store one: npx standpoint policies create --preset gaming_us_state --allow US-NJ',
  run: async () => ({
    presets: Object.entries(PRESETS).map(([name, { summary, why, needs, definition }]) => ({
      name,
      summary,
      why,
      needs: needs ?? null,
      definition,
    })),
  }),
  text: ({ presets }) =>
    presets
      .map(
        ({ name, summary, why, needs }) =>
          `${name}: ${summary}\n  ${why}${needs ? `\n  Needs --${needs}.` : ''}`,
      )
      .join('\n\n'),
});
