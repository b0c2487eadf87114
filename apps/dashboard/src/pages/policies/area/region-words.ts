import type { Choices } from '../queries.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

function countryName(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** "New Jersey", "France", "Bayern, Germany"; a part without a name is its country and code: "Germany, BY". */
export function regionName({ code, name }: Choices['regions'][number]): string {
  const [country = code, part] = code.split('-');
  if (name) return part && country !== 'US' ? `${name}, ${countryName(country)}` : name;
  return part ? `${countryName(country)}, ${part}` : countryName(country);
}

export const nameOfCode = (regions: Choices['regions'], code: string): string =>
  regionName(regions.find((each) => each.code === code) ?? { code, name: null });
