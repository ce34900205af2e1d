/** Step 14: one row for every attempt, and one for every link that is asked for. */
import type { LinkFate, PageKind } from '../contract/row.js';
import type { Reading, VisitLinks } from '../contract/visit.js';
import type { Road, Trip } from './road.js';

/** What is known of a page once it is settled. */
export interface Settled {
  readonly trip: Trip;
  readonly reading: Reading;
  readonly seq: number;
  readonly kind: PageKind;
  readonly verdict: Verdict;
  readonly attempt: number;
  readonly linksNew: number;
}

/** How a page was judged by us. */
export interface Verdict {
  readonly outcome: number;
  /** NaN when the page could not be judged. */
  readonly relevance: number;
  readonly isRelevant: boolean;
  readonly duplicateOf: number;
}

/** An empty text is no text, and a time of 0 was not spent. */
const orNull = (text: string): string | null => (text === '' ? null : text);
const orNoTime = (ms: number): number | null => (ms === 0 ? null : ms);

export function writePage(road: Road, page: Settled): void {
  const { trip, reading, verdict } = page;
  const { record } = trip;
  const { frontier } = road.parts;
  const wasRead = reading.charset !== '';
  const wasListed = page.kind === 'sitemap' && reading.detail !== '';
  road.parts.log.page({
    seq: page.seq,
    slot: trip.slot,
    url: record.url,
    final_url: orNull(reading.target),
    host: road.hosts.at(frontier.host(trip.slot)).name,
    depth: frontier.depth(trip.slot),
    parent: road.seqOf.get(record.parent) ?? null,
    anchor: orNull(record.anchor),
    attempt: page.attempt,
    kind: page.kind,
    outcome: verdict.outcome,
    status: reading.status === 0 ? null : reading.status,
    content_type: orNull(reading.contentType),
    charset: orNull(reading.charset),
    charset_source: wasRead ? reading.charsetSource : null,
    charset_confidence: wasRead ? reading.charsetConfidence : null,
    language: orNull(reading.language),
    bytes: reading.bytes,
    title: orNull(reading.title),
    terms: wasRead ? reading.termCount : null,
    relevance: verdict.relevance,
    relevance_original: verdict.relevance,
    is_relevant: verdict.isRelevant,
    is_target: null,
    score: frontier.score(trip.slot),
    rank: trip.rank,
    off_topic_steps: frontier.steps(trip.slot),
    waited_ms: trip.chosenMs - record.enteredMs,
    dns_ms: orNoTime(reading.dnsMs),
    connect_ms: orNoTime(reading.connectMs),
    fetch_ms: reading.fetchMs,
    read_ms: wasRead || wasListed ? reading.readMs : null,
    judge_ms: wasRead ? reading.judgeMs : null,
    links_found: wasRead || wasListed ? reading.linksFound : null,
    links_new: wasRead ? page.linksNew : null,
    simhash: wasRead ? reading.simhash : null,
    duplicate_of: verdict.duplicateOf === 0 ? null : verdict.duplicateOf,
    warc_file: orNull(reading.storedFile),
    warc_offset: reading.storedFile === '' ? null : reading.storedOffset,
    fetched_at: road.nowMs,
    sent_at: orNoTime(reading.sentAtMs),
    sends: reading.sends === 0 ? null : reading.sends,
    ip: orNull(reading.ip),
    first_byte_ms: orNoTime(reading.firstByteMs),
    wire_bytes: reading.sends === 0 ? null : reading.wireBytes,
    retry_after_ms: reading.retryAfterMs,
    trouble: orNull(reading.trouble),
    detail: reading.kind === 'robots' ? null : orNull(reading.detail),
  });
  for (const row of road.linkRows) road.parts.log.link(row);
  road.linkRows.length = 0;
  if (reading.topics.length > 1) {
    reading.topics.forEach((value, topic) => {
      road.parts.log.relevance({ seq: page.seq, topic, value });
    });
  }
}

/** What became of a link. */
export interface LinkEnd {
  /** Of the page that it stands on. */
  readonly seq: number;
  readonly slot: number;
  readonly fate: LinkFate;
  readonly reason?: string;
  readonly score?: number;
  /** Where they are at hand already. */
  readonly url?: string | undefined;
  readonly anchor?: string | undefined;
}

/**
 * A row for link `i` of the page with that seq, handed in behind the page's own row.
 * Seeds stand on no page and leave no row.
 */
export function writeLink(road: Road, links: VisitLinks, i: number, end: LinkEnd): void {
  if (end.seq === 0) return;
  road.linkRows.push({
    seq: end.seq,
    position: i,
    slot: end.slot,
    url: orNull(end.url ?? links.url(i)),
    anchor: orNull(end.anchor ?? links.anchor(i)),
    anchor_relevance: links.number.anchor?.[i] ?? null,
    context_relevance: links.number.context?.[i] ?? null,
    flags: links.flags[i] ?? 0,
    fate: end.fate,
    reason: end.reason ?? null,
    score: end.score ?? null,
  });
}
