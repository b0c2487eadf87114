import type { PolicyDefinition } from '@standpoint/contract';
import { PRESET_NAMES, presetPolicy } from '../../geolocation/decision/presets.ts';
import { Misuse, oneOf } from '../command.ts';

/** Options that make a policy from a preset. */
export const PRESET = {
  preset: { type: 'string', value: 'NAME', meaning: 'start from a preset: npx standpoint policies presets' },
  allow: { type: 'string', value: 'CODES', meaning: 'with a preset: allowed places, e.g. US-NJ,US-PA' },
  deny: { type: 'string', value: 'CODES', meaning: 'with a preset: further denied places' },
  types: { type: 'string', value: 'TYPES', meaning: 'with a preset: the transaction types that it decides' },
} as const;

const list = (text: string | undefined): string[] | undefined =>
  text === undefined
    ? undefined
    : text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

export interface PresetOptions {
  preset?: string;
  allow?: string;
  deny?: string;
  types?: string;
  name?: string;
}

/** The policy that the options ask for; null when they name no preset. */
export function presetOf(options: PresetOptions): PolicyDefinition | null {
  const { preset, allow, deny, types, name } = options;
  if (preset === undefined) {
    if (allow ?? deny ?? types ?? name)
      throw new Misuse(
        '--allow, --deny, --types and --name go with --preset; with --file, write them into the file.',
      );
    return null;
  }
  try {
    return presetPolicy(oneOf('preset', preset, PRESET_NAMES), {
      allow: list(allow)?.map((code) => code.toUpperCase()),
      deny: list(deny)?.map((code) => code.toUpperCase()),
      transaction_types: list(types),
      name,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new Misuse(`${error.message} Name them: --allow US-NJ`);
    throw error;
  }
}
