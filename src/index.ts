/**
 * What other programs may import: run, resume and verify a crawl, ask its log, bring a strategy or model along.
 * Whatever is wrong is a `Fault` with a code that never changes and one sentence; the web's own faults are outcomes in the rows of pages.
 */

export type { BuiltInWeb, BuiltInWebOptions } from './app/built-in-web.js';
export { builtInWeb } from './app/built-in-web.js';
export type { CrawlSettings } from './app/crawl-settings.js';
export type { Crawl, CrawlOptions, ProgramOptions, ResumeOptions } from './app/library.js';
export { crawl, resume, verify } from './app/library.js';
export type { OwnParts } from './app/own.js';
export type { Verified } from './app/verify.js';
export type { CrawlEnd, Limit, Message, Progress } from './contract/crawl.js';
export type {
  DocumentFrequency,
  ModelContext,
  ModelEntry,
  Scorer,
  TermVector,
  TextDocument,
} from './contract/model.js';
export { defineModel } from './contract/model.js';
export type { Option, OptionTable, OptionValues } from './contract/option.js';
export type { OutcomeLine } from './contract/outcome.js';
export { outcome, outcomeOf } from './contract/outcome.js';
export type { PageRow } from './contract/row.js';
export type {
  Choice,
  FrontierView,
  KnownLinkBatch,
  LinkBatch,
  LinkList,
  LinkNumber,
  OfferOut,
  PageView,
  Region,
  Rescore,
  RoadEnd,
  Slot,
  Strategy,
  StrategyContext,
  StrategyEntry,
} from './contract/strategy.js';
export { defineStrategy } from './contract/strategy.js';
export type { TopicView } from './contract/topic.js';
export { Fault } from './kit/fault.js';
export type { LogAsker } from './log/ask.js';
export { askLog } from './log/ask.js';
export type { Answer, LogReader, ReaderOptions } from './log/query.js';
export { openLog } from './log/query.js';
