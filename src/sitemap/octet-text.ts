/**
 * Text of octets whose charset may be declared wrongly. Listings are scanned as octets (one character each), since all
 * markup is ASCII; what is kept of them comes here. UTF-8 wins where it is valid, else the declared charset; where both
 * fail, octets beyond ASCII are percent-encoded, which is how an address holds octets.
 */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const NOT_ASCII = /[^\0-\x7f]/;

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined || /^utf-?(?:8|16)/i.test(label)) return undefined;
  try {
    // Node 20 has GBK's letters only in its superset.
    return new TextDecoder(/^gb/i.test(label) ? 'gb18030' : label, { fatal: true });
  } catch {
    return undefined;
  }
}

export class OctetText {
  readonly #declared: TextDecoder | undefined;

  /** `label`: the charset that the file declares, if it does. */
  constructor(label?: string) {
    this.#declared = decoderOf(label);
  }

  text(octets: string): string {
    if (!NOT_ASCII.test(octets)) return octets;
    const bytes = Buffer.from(octets, 'latin1');
    if (isUtf8(bytes)) return bytes.toString();
    try {
      if (this.#declared !== undefined) return this.#declared.decode(bytes);
    } catch {
      // Not in the declared charset either.
    }
    return octets.replace(/[^\0-\x7f]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}
