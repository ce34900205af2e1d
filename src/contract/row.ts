export type RunRow = Record<string, unknown>;
export type PageRow = Record<string, unknown>;
export type LinkRow = Record<string, unknown>;
export type HostRow = Record<string, unknown>;
export type TopicRow = Record<string, unknown>;
export type RelevanceRow = Record<string, unknown>;
export type EventRow = Record<string, unknown>;
