/**
 * Security gateways, reviewed by hand once a year: companies send their employees' traffic through them. An
 * address of a gateway tells that a company is between, and nothing about the person. `source` is where the
 * vendor, or the registry of addresses, says that these addresses are the gateway's.
 */
export interface Gateway {
  name: string;
  source: string;
  /** Networks that are the gateway's whole. */
  asns?: readonly number[];
  /** Parts of larger networks. A block counts only while one of `block_asns` announces it. */
  blocks?: readonly string[];
  block_asns?: readonly number[];
}

/** Google's networks, in which two vendors keep their own addresses. */
const GOOGLE = [394089, 396982, 15169];

export const GATEWAYS: readonly Gateway[] = [
  {
    name: 'Zscaler Internet Access',
    source: 'https://config.zscaler.com/zscaler.net/cenr',
    asns: [22616, 53444, 53813, 62044, 62907],
  },
  {
    name: 'Netskope NewEdge',
    source: 'https://docs.netskope.com, “NewEdge IP Ranges for Allowlisting”',
    asns: [55256],
  },
  {
    name: 'Cisco Umbrella and Secure Access',
    source: 'https://docs.umbrella.com, “Cisco Umbrella IP address ranges”',
    asns: [25605, 36692],
  },
  {
    name: 'Palo Alto Networks Prisma Access',
    source: 'https://rdap.arin.net/registry/entity/PAN-22',
    asns: [54538],
    blocks: [
      '66.159.192.0/19',
      '128.77.0.0/17',
      '130.41.0.0/16',
      '134.238.0.0/16',
      '137.83.192.0/18',
      '165.1.128.0/17',
      '165.85.0.0/16',
      '208.127.0.0/16',
    ],
    block_asns: [...GOOGLE, 54538],
  },
  {
    name: 'Forcepoint ONE and Web Security Cloud',
    source: 'https://rdap.db.ripe.net/autnum/44444 and https://rdap.arin.net/registry/autnum/13448',
    asns: [13448, 44444],
  },
  {
    name: 'Cato SASE Cloud',
    source: 'https://rdap.db.ripe.net/autnum/13150 and https://rdap.apnic.net/autnum/138627',
    asns: [13150, 138627],
  },
  {
    name: 'iboss',
    source: 'https://rdap.arin.net/registry/autnum/396253 and https://rdap.apnic.net/autnum/137922',
    asns: [137922, 202276, 396253],
  },
  { name: 'Menlo Security', source: 'https://rdap.arin.net/registry/autnum/62654', asns: [62654] },
  { name: 'Skyhigh Security', source: 'https://rdap.arin.net/registry/autnum/14600', asns: [14600] },
  { name: 'Check Point SASE', source: 'https://rdap.db.ripe.net/autnum/213176', asns: [213176] },
];
