import ipaddr from 'ipaddr.js';

/**
 * `not_public`: private, loopback, link-local, shared (100.64/10), documentation, multicast or reserved
 * space.
 */
export type IpClass = 'public' | 'not_public' | 'invalid';

interface NormalisedIp {
  ip_class: IpClass;
  /** Canonical text of the innermost address; null when invalid. */
  ip: string | null;
  family: 4 | 6 | null;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Strict: four decimal parts, or IPv6 with an optional zone. `1`, `0x7f.1` and `010.0.0.1` are refused. */
function parse(text: string): Address | null {
  const bare = text.trim().replace(/%[^%]*$/, '');
  // The library reports malformed text by an exception, which costs more than a whole decision.
  if (!bare.includes(':'))
    return /^\d/.test(bare) && ipaddr.IPv4.isValidFourPartDecimal(bare) ? ipaddr.IPv4.parse(bare) : null;
  // `::10.0.0.1` is not `::ffff:10.0.0.1`, but the parser treats it as such. It must not count as a proxy.
  const compatible = /^::(\d[\d.]*)$/.exec(bare)?.[1];
  if (compatible && ipaddr.IPv4.isValidFourPartDecimal(compatible)) {
    return new ipaddr.IPv6([...Array(12).fill(0), ...ipaddr.IPv4.parse(compatible).toByteArray()]);
  }
  if (!ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.IPv6.parse(bare);
}

function ipv4(bytes: number[]): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes);
}

/**
 * The IPv4 address inside `::ffff:0:0/96`, 6to4, NAT64 (RFC 6052) or Teredo (RFC 4380); otherwise the
 * address.
 */
function unwrap(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const six = address as ipaddr.IPv6;
  const bytes = six.toByteArray();
  switch (six.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
      return ipv4(bytes.slice(12));
    case '6to4':
      return ipv4(bytes.slice(2, 6));
    case 'teredo':
      // Teredo stores the client's address with every bit inverted.
      return ipv4(bytes.slice(12).map((byte) => byte ^ 0xff));
    default:
      return six;
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/**
 * Normalises an address before any look-up: an IPv6 address given to an IPv4 database returns a wrong record,
 * and a wrapped IPv4 address returns none.
 */
export function normaliseIp(text: string): NormalisedIp {
  const parsed = parse(text);
  if (!parsed) return { ip_class: 'invalid', ip: null, family: null };
  const address = unwrap(parsed);
  const family = address.kind() === 'ipv4' ? 4 : 6;
  return { ip_class: isPublic(address) ? 'public' : 'not_public', ip: address.toString(), family };
}

/** The 4 or 16 bytes of an address from `normaliseIp`; null for text that is not an address. */
export function addressBytes(ip: string): number[] | null {
  return parse(ip)?.toByteArray() ?? null;
}

/**
 * The unit of rate limits and histories: the address itself for IPv4, its /64 for IPv6. One line usually owns
 * a whole /64, so counting single IPv6 addresses would limit no client. `invalid` for text that is not an
 * address.
 */
export function networkKey(ip: string): string {
  const parsed = parse(ip);
  if (!parsed) return 'invalid';
  const address = unwrap(parsed);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = (address as ipaddr.IPv6).toByteArray().map((byte, i) => (i < 8 ? byte : 0));
  return `${new ipaddr.IPv6(prefix).toString()}/64`;
}

/**
 * The block that is announced as one: /24 for IPv4, /64 for IPv6; `invalid` for text that is not an address.
 */
export function networkBlock(ip: string): string {
  const key = networkKey(ip);
  return key.includes(':') ? key : key.replace(/\.\d+$/, '.0/24');
}

/** Whether the text is a CIDR block or a single address, as `STANDPOINT_TRUSTED_PROXIES` lists them. */
export function isCidr(text: string): boolean {
  return cidr(text) !== null;
}

/**
 * Whether only this machine can reach a listener on the address: 127.0.0.0/8 and ::1, also written as
 * `::ffff:127.0.0.1`.
 */
export function isLoopback(ip: string): boolean {
  const address = parse(ip);
  return address !== null && unmapped(address).range() === 'loopback';
}

type Block = [Address, number];

function cidr(text: string): Block | null {
  const [network, bits, ...rest] = text.trim().split('/');
  const address = parse(network ?? '');
  if (!address || rest.length > 0) return null;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const length = bits === undefined ? width : Number(bits);
  return length <= width ? [address, length] : null;
}

/**
 * The first and last address of an address or CIDR block, 4 or 16 bytes each. Null when the text is neither,
 * when the block does not start at its own first address, or when it is wrapped (`::ffff:`) or has a zone.
 */
export function blockBytes(
  text: string,
): { first: number[]; last: number[]; bits: number; public: boolean } | null {
  const block = /[%\s]/.test(text) ? null : cidr(text);
  if (!block || (block[0].kind() === 'ipv6' && block[0].range() === 'ipv4Mapped')) return null;
  const [address, bits] = block;
  const first = address.toByteArray();
  const free = first.map((_, i) => 0xff >> Math.max(0, Math.min(8, bits - i * 8)));
  if (first.some((byte, i) => (byte & free[i]!) !== 0)) return null;
  return { first, last: first.map((byte, i) => byte | free[i]!), bits, public: isPublic(address) };
}

const blocks = new WeakMap<readonly string[], Block[]>();

function parseBlocks(cidrs: readonly string[]): Block[] {
  let parsed = blocks.get(cidrs);
  if (!parsed) {
    parsed = cidrs.map((text) => {
      const block = cidr(text);
      if (!block) throw new Error(`not a CIDR block: ${JSON.stringify(text)}`);
      return block;
    });
    blocks.set(cidrs, parsed);
  }
  return parsed;
}

/** The IPv4 address inside `::ffff:`, where a machine itself uses one; otherwise the address. */
function unmapped(address: Address): Address {
  const mapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();
  return mapped ? (address as ipaddr.IPv6).toIPv4Address() : address;
}

/**
 * Only `::ffff:` is unwrapped here: a 6to4 or Teredo address that contains a proxy's IPv4 is not that proxy.
 */
function hop(text: string): Address | null {
  const entry =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text.trim())?.[1] ?? text.trim().replace(/^([\d.]+):\d+$/, '$1');
  const address = parse(entry);
  return address && unmapped(address);
}

function isTrusted(address: Address, trusted: Block[]): boolean {
  return trusted.some(
    ([net, bits]) => net.kind() === address.kind() && address.match(net as ipaddr.IPv4, bits),
  );
}

/**
 * The address of the client: the right-most hop that is not a trusted proxy. The header is trusted only as
 * far as an unbroken chain of trusted proxies reaches from the socket; hops that a client wrote further left
 * are ignored. When the chain ends in text that is not an address, the last trusted hop is returned.
 *
 * @param trustedCidrs CIDR blocks or addresses. Pass the same array each time, because its parsed form is
 * cached. Throws on a malformed block.
 */
export function clientAddress(
  socketAddress: string,
  xForwardedFor: string | undefined,
  trustedCidrs: readonly string[],
): string {
  const trusted = parseBlocks(trustedCidrs);
  let current = hop(socketAddress);
  if (!current) return socketAddress;
  const hops = xForwardedFor === undefined ? [] : xForwardedFor.split(',');
  while (isTrusted(current, trusted) && hops.length > 0) {
    const next = hop(hops.pop()!);
    if (!next) break;
    current = next;
  }
  return current.toString();
}

/** Whether an address lies in one of the blocks (an API key's CIDR list). */
export function addressInCidrs(ip: string, cidrs: readonly string[]): boolean {
  const address = hop(ip);
  return address !== null && isTrusted(address, parseBlocks(cidrs));
}

/**
 * Whether an address belongs to the public internet, for requests that the service itself sends. Only
 * `::ffff:` is unwrapped: NAT64, 6to4 and Teredo lead to an IPv4 address through a gateway that may stand
 * inside, so they are not public, whatever address they contain. False for text that is not an address.
 */
export function isPublicUnicast(text: string): boolean {
  const address = /[%\s]/.test(text) ? null : parse(text);
  return address !== null && isPublic(unmapped(address));
}

/**
 * The network of an address (/24, /48), for audit entries: they outlive erasure, so they must not identify
 * one person's line.
 */
export function coarseAddress(ip: string): string {
  const parsed = parse(ip);
  if (!parsed) return 'invalid';
  const address = unwrap(parsed);
  const kept = address.kind() === 'ipv4' ? 3 : 6;
  const network = ipaddr.fromByteArray(address.toByteArray().map((byte, i) => (i < kept ? byte : 0)));
  return `${network.toString()}/${kept * 8}`;
}
