/** A web whose answers are made before anybody asks: serving costs next to nothing then, so that its clock can be believed. */
import type { ServedWeb, WebAnswer } from './served-web.js';

/** Keeps the answers of these addresses in memory; others are made when they are asked for. */
export function keptWeb(web: ServedWeb, urls: Iterable<string>): ServedWeb {
  const kept = new Map<string, WebAnswer | undefined>();
  for (const url of urls) kept.set(url, web.answer(url));
  return {
    hosts: web.hosts,
    answer: url => kept.get(url) ?? web.answer(url),
    troubleAt: url => web.troubleAt(url),
  };
}
