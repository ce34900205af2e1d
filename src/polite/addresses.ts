/**
 * Which IP addresses does a host have? Addresses get small numbers; a host keeps one number (4 bytes), its address or a list
 * of addresses that it shares with all hosts that have the same.
 */
import { fitting } from '../kit/growing.js';

/** Addresses of a host that count, the first ones. */
const MOST_ADDRESSES = 16;
const LIST = 0x8000_0000;
const NONE: readonly number[] = [];

/** IPv4 as a number, so that a million of them stay small; everything else as text. */
function keyOf(ip: string): number | string {
  const text = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return text;
  return ((Number(match[1]) * 256 + Number(match[2])) * 256 + Number(match[3])) * 256 + Number(match[4]);
}

const textOf = (key: number | string): string =>
  typeof key === 'string' ? key : [24, 16, 8, 0].map(shift => (key >>> shift) & 255).join('.');

export class Addresses {
  readonly #id = new Map<number | string, number>();
  readonly #key: (number | string)[] = [];
  /** 0 unknown, address + 1, or LIST + index of a list. */
  #of = new Uint32Array(1024);
  readonly #list: (readonly number[])[] = [];
  readonly #listId = new Map<string, number>();

  /** Number of an address, new ones included. */
  idOf(ip: string): number {
    const key = keyOf(ip);
    const known = this.#id.get(key);
    if (known !== undefined) return known;
    this.#id.set(key, this.#key.length);
    return this.#key.push(key) - 1;
  }

  /** Number of an address that was met; −1 otherwise. */
  find(ip: string): number {
    return this.#id.get(keyOf(ip)) ?? -1;
  }

  text(id: number): string {
    return textOf(this.#key[id] as number | string);
  }

  set(host: number, ips: readonly string[]): void {
    this.#of = fitting(this.#of, host);
    const ids = [...new Set(ips.slice(0, MOST_ADDRESSES).map(ip => this.idOf(ip)))].sort((a, b) => a - b);
    const [only] = ids;
    if (only === undefined) this.#of[host] = 0;
    else this.#of[host] = ids.length === 1 ? only + 1 : LIST + this.#listOf(ids);
  }

  /** Addresses of a host, in ascending order; none when unknown. */
  of(host: number): readonly number[] {
    const code = this.#of[host] ?? 0;
    if (code === 0) return NONE;
    return code < LIST ? [code - 1] : (this.#list[code - LIST] as readonly number[]);
  }

  #listOf(ids: readonly number[]): number {
    const key = ids.join(' ');
    const known = this.#listId.get(key);
    if (known !== undefined) return known;
    this.#listId.set(key, this.#list.length);
    return this.#list.push(ids) - 1;
  }
}
