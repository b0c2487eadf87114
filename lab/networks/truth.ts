/**
 * Addresses whose use is known from another source than the service's own table. One address of each block is
 * looked up: blocks of one network are not independent, so the bounds are a little too tight.
 */
export interface Truth {
  /** What the addresses are used for. */
  of: string;
  /** The class that they should get; `null`: none, an access network. */
  kind: 'vpn' | 'hosting' | 'private_relay' | 'security_gateway' | 'cellular' | 'satellite' | null;
  source: string;
  addresses: readonly string[];
}

const ips = (text: string): string[] => text.trim().split(/\s+/);

/** The first usable address of blocks that are written by their first three numbers. */
const in24 = (text: string): string[] => ips(text).map((prefix) => `${prefix}.1`);

const GLUETUN = 'servers that the vendor lists to its clients, as collected by qdm12/gluetun, commit dba9ffb';

export const TRUTH: readonly Truth[] = [
  {
    of: 'VPN: Mullvad',
    kind: 'vpn',
    source: GLUETUN,
    addresses:
      in24(`169.150.196 103.75.11 79.127.149 176.125.235 194.127.199 95.173.223 129.227.118 156.59.127
      45.134.212 45.128.38 146.70.144 149.88.20 185.92.210 146.70.124 146.70.193 138.199.60 146.70.199 138.199.34
      93.115.0 154.47.30 185.188.61 185.253.99 45.134.213 146.70.128 193.19.207 185.213.154`),
  },
  {
    of: 'VPN: Private Internet Access',
    kind: 'vpn',
    source: GLUETUN,
    addresses:
      in24(`173.244.62 158.173.65 45.130.141 181.214.199 158.173.66 220.158.199 31.171.155 176.125.228
      173.239.217 64.40.151 185.253.160 117.120.9 156.146.60 95.181.238 185.150.0 158.173.242 195.80.150 154.16.95
      173.244.42 95.181.239 158.173.152 79.142.79 173.244.49 188.213.34 85.203.46 135.136.23 98.159.234 158.173.23
      158.173.24`),
  },
  {
    of: 'VPN: Proton',
    kind: 'vpn',
    source: GLUETUN,
    addresses: in24(`185.159.156 45.83.146 89.45.224 74.118.126 62.169.136 79.135.104 95.153.31 165.231.183
      194.34.132 185.90.60 130.195.221 196.196.203 149.102.245 178.249.212 217.79.104 146.70.217 95.173.221
      84.17.63 212.102.44 37.19.221 149.34.251 146.70.174 146.70.195 149.88.30 149.102.228 149.22.80`),
  },
  {
    of: 'relay: Apple, exits of New York',
    kind: 'private_relay',
    source:
      'Apple’s list of exits, US-NY, as collected by rezmoss/cloud-provider-ip-addresses, commit 3ade95b',
    addresses:
      ips(`104.28.39.25 104.28.55.57 104.28.57.226 104.28.76.70 104.28.77.140 104.28.109.75 104.28.110.82
      104.28.132.120 104.28.136.97 104.28.144.222 104.28.146.20 104.28.149.177 104.28.151.145 140.248.1.50
      140.248.5.130 140.248.13.100 140.248.42.224 140.248.45.170 146.75.129.70 146.75.135.70 146.75.149.50
      146.75.223.70 146.75.233.100 146.75.245.70 146.75.253.50 172.224.236.12 172.224.237.92 172.225.7.3
      172.225.28.38 172.225.112.170 172.225.128.10 172.225.169.130 172.225.202.134 172.225.236.96 172.226.8.30
      172.226.18.5 172.226.31.42 172.226.66.134 172.226.142.40 172.226.155.38 172.226.194.3 172.226.205.126`),
  },
  {
    of: 'relay: Apple, exits by IPv6',
    kind: 'private_relay',
    source: 'the same list, other regions',
    addresses:
      ips(`2606:54c0:2740::1 2606:54c3:0:11ee::1 2a09:bac2:2740::1 2a09:bac3:2740::1 2a04:4e41:1429::1
      2606:54c0:d3a0::1 2606:54c3:0:6fd::1 2606:54c0:57d8::1 2a09:bac2:3838::1 2a09:bac3:4100::1 2606:54c0:4c30::1
      2606:54c0:2110::1 2606:54c0:1d58::1 2606:54c0:4c80::1 2a02:26f7:d6cc:68c8::1 2a02:26f7:d6d0:68c9::1
      2606:54c0:3dd0::1 2a02:26f7:c8c0::1`),
  },
  {
    of: 'gateway: Zscaler',
    kind: 'security_gateway',
    source: 'the vendor’s list of enforcement nodes, config.zscaler.com, blocks of /24 and larger',
    addresses: ips(`136.226.0.1 167.103.0.1 170.85.0.1 147.161.128.1 165.225.0.1 137.83.128.1 165.225.192.1
      104.129.192.1 185.46.212.1 199.168.148.1 220.243.154.1 140.210.152.1 8.25.203.1 70.39.159.1 89.167.131.1
      213.152.228.1 8.34.34.1 8.35.35.1 72.37.140.1 89.167.129.1 128.177.125.1 128.177.129.1 128.177.135.1
      128.177.136.1 216.66.5.1 58.220.95.1 124.248.141.1 113.31.184.1`),
  },
  {
    of: 'gateway: Netskope, Cisco, Forcepoint',
    kind: 'security_gateway',
    source: 'the vendors’ lists for firewalls: NewEdge, Umbrella, Web Security Cloud',
    addresses:
      ips(`8.36.116.1 8.39.144.1 31.186.239.1 162.10.0.1 163.116.128.1 67.215.64.1 146.112.0.1 151.186.0.1
      155.190.0.1 185.60.84.1 204.194.232.1 208.67.216.1 208.69.32.1 85.115.32.1 86.111.216.1 86.111.220.1
      116.50.56.1 208.87.232.1 103.1.196.1 177.39.96.1`),
  },
  {
    of: 'phones',
    kind: 'cellular',
    source: 'blocks that operators registered for phones, without those that the table was made from',
    addresses:
      ips(`172.32.0.1 172.56.0.1 172.58.0.1 174.192.0.1 166.137.0.1 2607:fb90::1 2600:1000::1 2600:380::1
      92.40.0.1 188.28.0.1 94.196.0.1 82.132.192.1 37.160.0.1 49.32.0.1 157.32.0.1 2409:4000::1 49.96.0.1
      1.144.0.1 72.136.0.1 2a01:4c8::1`),
  },
  {
    of: 'satellite: Starlink',
    kind: 'satellite',
    source: 'the operator’s feed of places, geoip.starlinkisp.net, of 28 December 2024',
    addresses: in24(`14.1.64 14.1.72 14.1.78 14.1.94 27.131.248 65.181.0 65.181.16 65.181.24 66.9.162 66.9.168
      66.9.184 67.158.63 98.97.0 98.97.16 98.97.79 98.97.112 98.97.132 98.97.160 98.97.176 102.215.57 103.228.240
      116.91.208 116.91.216 116.254.96 119.11.204 129.222.0 129.222.60 129.222.96 129.222.144 129.222.188
      129.222.224 129.224.192 129.224.214`),
  },
  {
    of: 'data centres',
    kind: 'hosting',
    source: 'blocks that hosts registered for their customers’ machines',
    addresses:
      ips(`45.55.1.1 23.92.16.1 104.236.1.1 5.79.64.1 185.107.80.1 78.46.1.1 88.198.1.1 51.254.1.1 3.5.140.1
      52.94.76.1 34.64.0.1 35.184.0.1 20.33.0.1 40.74.0.1 129.213.0.1 130.61.0.1 45.33.0.1 139.162.1.1 45.32.1.1
      45.76.1.1 51.15.1.1 82.165.1.1 47.88.1.1 43.128.1.1`),
  },
  {
    of: 'homes',
    kind: null,
    source: 'blocks that large operators registered for fixed lines',
    addresses:
      ips(`73.1.1.1 71.160.1.1 99.20.1.1 86.128.1.1 90.192.1.1 87.128.1.1 79.192.1.1 90.0.1.1 82.64.1.1
      83.32.1.1 101.160.1.1 1.120.1.1 60.32.1.1 126.0.1.1 70.24.1.1 99.224.1.1 2003::1 2a01:e00::1 2a02:8100::1
      91.64.0.1 24.0.1.1 68.0.1.1 76.16.1.1 98.192.1.1`),
  },
];
