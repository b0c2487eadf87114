/** Addresses and CIDR blocks as a person types them: apart by spaces, commas or lines. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const isIpv4 = (text: string): boolean =>
  IPV4.exec(text)
    ?.slice(1)
    .every((part) => Number(part) <= 255) ?? false;

/** The service has the last word; this finds what it would refuse before it is asked. */
function isIpv6(text: string): boolean {
  const [before, after, more] = text.split('::');
  if (!text.includes(':') || more !== undefined) return false;
  const groups = [before, after].flatMap((half) => (half ? half.split(':') : []));
  const last = groups.at(-1) ?? '';
  const dotted = isIpv4(last);
  const counted = groups.length + (dotted ? 1 : 0);
  const hexadecimal = (dotted ? groups.slice(0, -1) : groups).every((group) =>
    /^[0-9a-f]{1,4}$/i.test(group),
  );
  return hexadecimal && (after === undefined ? counted === 8 : counted < 8);
}

/** What is wrong with an address, as a sentence about it; null when nothing is. */
export function addressProblem(text: string): string | null {
  const [address = '', length, more] = text.split('/');
  const most = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0;
  if (most === 0 || more !== undefined)
    return `“${text}” is not an address. Write one like 203.0.113.7 or a block like 203.0.113.0/28.`;
  if (length === undefined) return null;
  if (/^\d{1,3}$/.test(length) && Number(length) <= most) return null;
  return `“${text}” has no block of that length: after the slash stands a number from 0 to ${most}.`;
}

const MOST_ADDRESSES = 50;

export function addressesProblem(text: string): string | null {
  const addresses = addressesIn(text);
  if (addresses.length > MOST_ADDRESSES)
    return (
      `${addresses.length} addresses are more than a key can hold. Up to ${MOST_ADDRESSES} work; join ` +
      'some to blocks.'
    );
  return addresses.map(addressProblem).find((problem) => problem !== null) ?? null;
}

export const fromWords = (cidrs: readonly string[]): string =>
  cidrs.length === 0 ? 'any address' : cidrs.join(', ');
