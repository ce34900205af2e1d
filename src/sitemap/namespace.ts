/**
 * Does an element belong to the listing itself or to an extension (`image:loc` is no page)? By the address that its
 * prefix is bound to, compared with the root's; which address that is does not matter, since many are written wrongly.
 * Bindings are kept for the whole file: no listing binds one prefix twice.
 */
import { attributesOf, type Name } from './markup.js';

const MOST_PREFIXES = 64;

export class Namespaces {
  readonly #bound = new Map<string, string>();
  #rootPrefix = '';
  #rootUri = '';

  /** Hears the first element of the listing. RSS 1.0 has a root of another namespace than its entries. */
  begin({ prefix, local }: Name, attributes: string): void {
    this.#bind(attributes);
    this.#rootPrefix = local === 'rdf' ? '' : prefix;
    this.#rootUri = this.#bound.get(this.#rootPrefix) ?? '';
  }

  /** Is the element one of the listing's own? Hears every element behind the first. */
  isOwn({ prefix }: Name, attributes: string): boolean {
    if (attributes.includes('xmlns')) {
      const own = attributesOf(attributes).get('xmlns')?.trim() ?? '';
      if (prefix === '' && own !== '') return own === this.#rootUri;
      this.#bind(attributes);
    }
    if (prefix === this.#rootPrefix) return true;
    const uri = this.#bound.get(prefix) ?? '';
    return uri !== '' && uri === this.#rootUri;
  }

  #bind(attributes: string): void {
    for (const [name, value] of attributesOf(attributes)) {
      const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined;
      if (prefix === undefined || this.#bound.has(prefix) || this.#bound.size >= MOST_PREFIXES) continue;
      this.#bound.set(prefix, value.trim());
    }
  }
}
