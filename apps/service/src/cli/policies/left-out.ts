import type { PolicyDefinition } from '@standpoint/contract';
import { territoriesLeftOut } from '../../geolocation/decision/reasons/territories.ts';
import type { Terminal } from '../command.ts';

/** Tells the author of a policy which people it refuses without naming them. It stops nothing. */
export function tellLeftOut({ stderr }: Pick<Terminal, 'stderr'>, definition: PolicyDefinition): void {
  for (const sentence of territoriesLeftOut(definition)) stderr.write(`Note: ${sentence}\n`);
}
