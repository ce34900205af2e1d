/** What are the addresses of an island web? Every host has a form of its own; no word or number in them tells a topic. */
import { type Random, randomOf } from '../kit/random.js';
import { pick } from './draw.js';
import type { IslandRoles } from './island-roles.js';
import type { HostShape, IslandShape } from './island-shape.js';

export interface IslandAddresses {
  /** Address of each page. */
  readonly page: readonly string[];
  /** Address from which a moved page is reached; undefined for pages that did not move. */
  readonly old: readonly (string | undefined)[];
  /** Addresses at which nothing is stored. */
  readonly missing: readonly string[];
}

const two = (n: number): string => String(n).padStart(2, '0');
const id = (random: Random): string => (random.below(2 ** 31) + 36 ** 4).toString(36);

/** A path in the host's form, under one of its folders or under the closed one. */
function path(random: Random, host: HostShape, folder: string): string {
  switch (host.style) {
    case 0:
      return `/${folder}/${id(random)}.html`;
    case 1:
      return `/${folder}/20${two(8 + random.below(12))}/${two(1 + random.below(12))}${two(1 + random.below(28))}/${id(random)}.shtml`;
    case 2:
      return `/${folder}/view.php?id=${100_000 + random.below(9_000_000)}`;
    default:
      return `/${folder}/${id(random)}/`;
  }
}

export function islandAddresses(shape: IslandShape, roles: IslandRoles, missing: number): IslandAddresses {
  const random = randomOf(shape.options.seed).fork('addresses');
  const taken = new Set<string>();
  const fresh = (host: HostShape, folder: string): string => {
    for (;;) {
      const address = `http://${host.name}${path(random, host, folder)}`;
      if (taken.has(address)) continue;
      taken.add(address);
      return address;
    }
  };
  const seedPage = shape.islandPages[1]?.[0];
  const page: string[] = [];
  for (const host of shape.hosts) {
    // The home page of the first island's host is the island's own; elsewhere home lies off the topic.
    const home = host.island === 1 ? seedPage : host.middle;
    for (let number = host.first; number < host.end; number++) {
      const folder = roles.isClosed[number] === 1 ? host.closed : pick(random, host.folder);
      page.push(number === home ? `http://${host.name}/` : fresh(host, folder));
    }
  }
  const old = page.map((_, number) => {
    const host = shape.hosts[shape.hostOf[number] as number] as HostShape;
    return roles.isMoved[number] === 1 ? fresh(host, pick(random, host.folder)) : undefined;
  });
  const lost = Array.from({ length: missing }, () => {
    const host = pick(random, shape.hosts);
    return fresh(host, pick(random, host.folder));
  });
  return { page, old, missing: lost };
}
