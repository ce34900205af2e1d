/** Step 14: one row for every attempt, and one for every link that is asked for. */
import type { PageKind } from '../contract/row.js';
import type { Reading } from '../contract/visit.js';
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

/** An empty text is no text, and a time of 0 was not spent: NaN, since a column of fractions that is sometimes null is slow. */
const orNull = (text: string): string | null => (text === '' ? null : text);
const orNoTime = (ms: number): number => (ms === 0 ? Number.NaN : ms);

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
    charset_confidence: wasRead ? reading.charsetConfidence : Number.NaN,
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
    read_ms: wasRead || wasListed ? reading.readMs : Number.NaN,
    judge_ms: wasRead ? reading.judgeMs : Number.NaN,
    links_found: wasRead || wasListed ? reading.linksFound : null,
    links_new: wasRead ? page.linksNew : null,
    simhash: wasRead ? reading.simhash : null,
    duplicate_of: verdict.duplicateOf === 0 ? null : verdict.duplicateOf,
    warc_file: orNull(reading.storedFile),
    warc_offset: reading.storedFile === '' ? Number.NaN : reading.storedOffset,
    fetched_at: road.nowMs,
    sent_at: orNoTime(reading.sentAtMs),
    sends: reading.sends === 0 ? null : reading.sends,
    ip: orNull(reading.ip),
    first_byte_ms: orNoTime(reading.firstByteMs),
    wire_bytes: reading.sends === 0 ? Number.NaN : reading.wireBytes,
    retry_after_ms: reading.retryAfterMs,
    trouble: orNull(reading.trouble),
    detail: reading.kind === 'robots' ? null : orNull(reading.detail),
  });
  writeLinks(road);
  if (reading.topics.length > 1) {
    reading.topics.forEach((value, topic) => {
      road.parts.log.relevance({ seq: page.seq, topic, value });
    });
  }
  road.parts.onRow?.(page.seq);
}

/** The rows of the page's links, behind the page's own. */
export function writeLinks(road: Road): void {
  const { linkRows } = road;
  if (linkRows.count > 0) road.parts.log.links(linkRows);
  linkRows.clear();
}
