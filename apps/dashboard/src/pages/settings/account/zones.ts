interface Choice {
  value: string;
  label: string;
}

/** Every zone that this browser knows, its own first. A zone that was chosen elsewhere is among them too. */
export function zoneChoices(
  own: string,
  chosen: string | undefined,
  offset: (zone: string) => string,
): Choice[] {
  const known = Intl.supportedValuesOf('timeZone');
  const zones = [...new Set([own, 'UTC', ...(chosen ? [chosen] : []), ...known])];
  return zones.map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')}${zone === own ? ' (this browser’s)' : ''}, ${offset(zone)}`,
  }));
}
