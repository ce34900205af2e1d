/** What does a meta refresh say? html.spec.whatwg.org "shared declarative refresh steps". */

export interface Refresh {
  readonly delay: number;
  /** As written, quotes removed; undefined when the page refreshes itself. */
  readonly target: string | undefined;
}

function targetOf(rest: string): string | undefined {
  const after = rest.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, '');
  const value = after.replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value || undefined;
  const end = value.indexOf(quote, 1);
  return (end < 0 ? value.slice(1) : value.slice(1, end)) || undefined;
}

/** The delay in whole seconds and the target of a `content` value, or undefined when it is not a refresh. */
export function parseRefresh(content: string): Refresh | undefined {
  const text = content.slice(0, 10_000).replace(/^[\t\n\f\r ]+/, '');
  const number = /^[\d.]+/.exec(text)?.[0];
  if (number === undefined) return undefined;
  const rest = text.slice(number.length);
  if (rest !== '' && !/^[\t\n\f\r ;,]/.test(rest)) return undefined;
  const delay = Math.min(Number.parseInt(number, 10) || 0, 2 ** 31 - 1);
  return { delay, target: targetOf(rest) };
}
