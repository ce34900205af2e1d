/**
 * Networks that a crawl of the public web has no business in: IANA's special-purpose registries (RFC 6890 and its
 * updates) and the addresses at which clouds keep their secrets. For IPv6 the table is of exceptions within 2000::/3,
 * the only block in which public addresses are given out; everything outside it is refused.
 */

type Line = readonly [network: string, why: string];

export const REFUSED_V4: readonly Line[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  /** Azure's wire server answers from an address that looks public. */
  ['168.63.129.16/32', 'metadata'],
];

export const PUBLIC_V6 = '2000::/3';

export const REFUSED_V6: readonly Line[] = [
  /** Teredo (2001::/32), benchmarking (2001:2::/48) and ORCHID (2001:20::/28) among them. */
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

/** Names for what lies outside 2000::/3; the last word, for the rest, is `reserved`. */
export const NAMED_V6: readonly Line[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
];

/** IPv6 forms that carry an IPv4 address to which packets go in the end: network, byte at which it starts. */
export const CARRIERS: readonly (readonly [network: string, at: number])[] = [
  ['::ffff:0:0/96', 12],
  ['64:ff9b::/96', 12],
  ['2002::/16', 2],
];
