/**
 * Which way is a page read? By the kernel, and by parse5 where the kernel declines or cannot run; or by parse5 alone. Both
 * give the same documents. docs/decisions/0055.
 */
import type { Decoded, PageDocument } from '../contract/document.js';
import { type Kernels, threadKernels } from '../kernel/load.js';
import { KernelReader } from '../kernel/reader.js';
import { readPage } from './reader.js';

export type ReaderKind = 'wasm' | 'parse5';

/** Reads HTML of any kind; never throws. */
export type HtmlReader = (html: Pick<Decoded, 'text' | 'utf8'>) => PageDocument;

/** `token`: our product token, by which meta elements may speak to us alone. */
export function createHtmlReader(
  kind: ReaderKind,
  token: string,
  kernels: Kernels | undefined = threadKernels(),
): HtmlReader {
  const name = token.toLowerCase();
  const twin: HtmlReader = ({ text }) => readPage(text, name);
  if (kind === 'parse5' || kernels === undefined || !KernelReader.canHear(name)) return twin;
  const kernel = new KernelReader(kernels, name);
  return html =>
    (html.utf8 === undefined ? kernel.read(html.text) : kernel.readUtf8(html.utf8)) ?? twin(html);
}
