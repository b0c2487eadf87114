/**
 * Our own lists of AS numbers, reviewed by hand once a year against the names in the AS number data. A number
 * belongs in a list only when the whole network is used that way; networks that mix fixed lines and mobile
 * ones stay out.
 */

/**
 * Mobile operators: their gateways stand hundreds of kilometres from the phone, and many people share one
 * address.
 */
// biome-ignore format: a table
export const CELLULAR = [
  // North America
  6167, 22394, 21928, 20057, 398378, 11992,
  // Central and South America
  28403, 26615, 22085, 26599, 27680, 27831, 27882, 19422, 263783,
  // Europe
  51207, 206067, 60339, 35228, 25135, 12912, 8374, 39603, 16232, 24608, 25255, 15796, 13036, 35725, 24921, 13280,
  12958, 48092, 41330, 15378, 48190, 31133, 31163, 31213, 21497, 34058, 25106, 47883,
  // Middle East
  197207, 44244, 16135, 15897, 20978, 35819, 43766, 42961, 29357, 48065,
  // Africa
  37069, 24835, 29465, 36873, 29975, 37168, 33771, 37061, 36926, 37075, 37133, 37140, 37550, 36974, 36890, 37463,
  20294, 36998, 36972,
  // Asia
  55836, 45609, 45271, 38266, 55410, 45669, 24389, 9605, 138384, 23720, 9808, 56040, 56041, 56042, 56044, 56045,
  56046, 56047, 56048, 24400, 24444, 24445, 24547, 38019, 132525, 134810, 17421, 24158, 9674, 17924, 137872, 23693,
  24203, 45727, 9534, 10030, 38466, 133481, 131445, 45430, 45458, 38444, 9587, 132618, 132199, 131429, 45143,
  48503, 29555, 35104,
  // Oceania
  133612, 23655,
];

/**
 * Satellite operators: their addresses tell only where the ground station is, which is often another country.
 */
// biome-ignore format: a table
export const SATELLITE = [
  14593, 27277, 53348, 40714, 397763, 800, 6621, 1358, 12440, 44795, 63062, 7155, 16491, 40306, 40310, 40311, 46536,
  31515, 25222, 31753, 152659, 397496, 22351, 26243, 46982, 12684, 60725, 201554, 29286, 201935, 15829, 29137, 34444,
  204276, 11919, 16212, 19036, 39356, 328306, 22184, 398736, 206171, 19458, 44703, 135409, 37472, 4913, 32806, 24753,
  42705,
];

/** VPN services that announce their own addresses, beside those of the source lists. */
// biome-ignore format: a table
export const VPN = [
  141039, 147049, 272096, 62371, 199218, 208172, 209103, 216025, 397540, 203619, 201665, 213163, 208765,
];

/**
 * Operators that run Tor exits and little else. A weak sign: only a live list tells which of their addresses
 * are exits.
 */
export const TOR = [60729, 208323];

/**
 * Networks from which iCloud Private Relay leaves. Two of them carry other traffic too, so outside of
 * `RELAY_BLOCKS` this is a weak hint, which only keeps the address from being called a VPN.
 */
export const PRIVATE_RELAY = [36183, 13335, 54113];

/**
 * Blocks from which relays leave inside networks that carry content otherwise. They keep the person's country.
 *
 * Akamai's AS20940 announces parts of the blocks of its relay network AS36183. 172.224.0.0/15 and
 * 172.226.0.0/16 are those parts of 172.224.0.0/12 in which AS36183 announces at all; the rest of that block
 * is content and hosting. Its IPv6 block holds relay exits alone. Cloudflare publishes the blocks and the
 * countries of its relay exits, of WARP and of its Gateway together, at
 * https://api.cloudflare.com/local-ip-ranges.csv. Apple publishes every exit of its own relay at
 * https://mask-api.icloud.com/egress-ip-ranges.csv, Fastly's blocks among them; `geo update` fetches that list
 * for an operator, and it then counts instead of these blocks.
 */
export const RELAY_BLOCKS = [
  { prefix: '2a02:26f7::/32', asns: [20940, 36183] },
  { prefix: '172.224.0.0/15', asns: [20940, 36183] },
  { prefix: '172.226.0.0/16', asns: [20940, 36183] },
  { prefix: '104.28.0.0/14', asns: [13335] },
  { prefix: '2606:54c0::/28', asns: [13335] },
  { prefix: '2a09:bac0::/29', asns: [13335] },
  { prefix: '140.248.0.0/16', asns: [54113] },
  { prefix: '146.75.128.0/17', asns: [54113] },
  { prefix: '2a04:4e41::/32', asns: [54113] },
];

/**
 * Blocks that large operators with one network for fixed lines and phones registered for phones. The names
 * are those of the registries. Most such blocks are not known here; their addresses count as an access
 * network's.
 */
export const CELLULAR_BLOCKS = [
  // Deutsche Telekom
  { prefix: '80.187.0.0/16', asns: [3320] },
  { prefix: '2a01:598::/32', asns: [3320] },
  // Vodafone Germany
  { prefix: '109.40.0.0/13', asns: [3209] },
  // Telefónica Germany
  { prefix: '176.0.0.0/13', asns: [6805] },
  { prefix: '46.114.0.0/15', asns: [6805] },
  // AT&T Mobility (ATT-MOBILITY-LLC)
  { prefix: '107.64.0.0/10', asns: [7018, 20057] },
  { prefix: '108.144.0.0/13', asns: [7018, 20057] },
  { prefix: '108.152.0.0/14', asns: [7018, 20057] },
  // Orange in France (Internet-OM) and Poland (PL-IDEA-MOBILE)
  { prefix: '92.184.98.0/23', asns: [3215] },
  { prefix: '91.94.0.0/17', asns: [5617] },
  // EE, Movistar, Bouygues
  { prefix: '31.94.0.0/16', asns: [2856, 12576] },
  { prefix: '95.124.0.0/16', asns: [3352] },
  { prefix: '176.128.0.0/16', asns: [5410] },
];

/**
 * Taken out of the source lists: national carriers, access providers, universities, a bank and two transit
 * networks whose customers are ordinary lines. An access network that is listed as a data centre by mistake
 * sends honest people to review.
 */
// biome-ignore format: a table
export const NOT_HOSTING = [
  174, 3561, 4323, 7850, 8426, 8477, 13955, 16284, 16535, 18570, 25163, 29119, 29465, 30998, 31242, 33785, 36290, 36873,
  36887, 36920, 36970, 37018, 37088, 37170, 37209, 37230, 37248, 37269, 37280, 37308, 37347, 37377, 37472, 37506, 37521,
  37540, 37643, 37661, 37714, 42705, 42927, 43962, 47223, 47588, 52468, 53013, 53918, 55536, 60505, 132225, 199129,
  203214, 205053, 208932, 265620, 327705, 327784, 327942, 328035, 394330, 395978,
];

/** Large access networks that no list may ever call anything else; a test holds the build to it. */
// biome-ignore format: a table
export const EYEBALLS = [
  7922, 7018, 20115, 22773, 701, 209, 5650, 812, 577, 852, 3320, 3209, 6805, 8881, 3215, 12322, 15557, 5410, 2856, 5607,
  5089, 13285, 3352, 12479, 3269, 30722, 12874, 1136, 33915, 2516, 17676, 4713, 4766, 3462, 4134, 4837, 9829, 24560,
  28573, 26599, 18881, 8151, 1221, 4804, 5617, 8447, 3303, 2119, 3301, 719, 12389, 9121, 5384, 8452, 16637,
];
