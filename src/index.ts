/** What other programs may import: run a crawl, read its log, write a strategy or model of your own. */

export type { CrawlConfig } from './app/config.js';
export { startCrawl } from './app/crawl.js';
export { loadConfig } from './app/load.js';
export { resumeCrawl } from './app/resume.js';
export type { CrawlEnd, CrawlHooks, Progress } from './contract/crawl.js';
export type { DocumentFrequency, ModelEntry, Scorer, TermVector, TextDocument } from './contract/model.js';
export { defineModel } from './contract/model.js';
export type {
  Choice,
  FrontierView,
  KnownLinkBatch,
  LinkBatch,
  OfferOut,
  PageView,
  RoadEnd,
  Strategy,
  StrategyContext,
  StrategyEntry,
} from './contract/strategy.js';
export { defineStrategy } from './contract/strategy.js';
export { Fault } from './kit/fault.js';
export type { LogAsker } from './log/ask.js';
export { askLog } from './log/ask.js';
export type { LogReader } from './log/query.js';
export { openLog } from './log/query.js';
