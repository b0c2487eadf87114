/** The device as React Native knows it without any native code of ours. */
export interface Device {
  platform: 'ios' | 'android';
  facts: Record<string, string | number | boolean>;
}

/** The part of React Native's `Platform` that is read. */
export interface PlatformConstants {
  readonly OS: string;
  readonly Version: string | number;
  readonly constants: object;
}

/** Constants that tell a kind of device, and not a person's device. */
const NAMES = [
  'Model',
  'Brand',
  'Manufacturer',
  'Release',
  'systemName',
  'osVersion',
  'interfaceIdiom',
  'uiMode',
];

/** Undefined where this is neither iOS nor Android. */
export const readDevice = ({ OS, Version, constants }: PlatformConstants): Device | undefined => {
  if (OS !== 'ios' && OS !== 'android') return undefined;
  const named = Object.entries(constants).filter(
    ([name, value]) => NAMES.includes(name) && typeof value === 'string' && value !== '',
  );
  const facts = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value.slice(0, 100)]));
  return { platform: OS, facts: { os: OS, version: Version, ...facts } };
};
