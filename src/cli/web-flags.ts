/** Flags of `dowser web`, and which of them go together: it writes a web or serves one. */
import { usageFault } from '../kit/fault.js';

/** Flags that only make sense when something is served. */
export interface ServeFlags {
  readonly port?: string;
  readonly web?: readonly string[];
  readonly hosts?: string;
  readonly addresses?: string;
  readonly dnsPort?: string;
  readonly latency?: string;
  readonly jitter?: string;
  readonly rateLimit?: string;
  readonly faults?: string;
  readonly log?: string;
  readonly writeConfig?: string;
}

export interface WebFlags extends ServeFlags {
  readonly kind?: string;
  readonly seed: string;
  readonly pages?: string;
  readonly topic: string;
  readonly out?: string;
}

export const WEB_PAGES = { min: 780, max: 2_000_000 };
export const WEB_SEEDS = { min: 0, max: 4_294_967_295 };

/** Flags of serving, by their names on the command line. */
const SERVING: readonly (readonly [keyof ServeFlags, string])[] = [
  ['port', '--port'],
  ['web', '--web'],
  ['hosts', '--hosts'],
  ['addresses', '--addresses'],
  ['dnsPort', '--dns-port'],
  ['latency', '--latency'],
  ['jitter', '--jitter'],
  ['rateLimit', '--rate-limit'],
  ['faults', '--faults'],
  ['log', '--log'],
  ['writeConfig', '--write-config'],
];

/** @throws {Fault} exit code 2. */
export function checkWebFlags(flags: WebFlags): void {
  const [given] = SERVING.filter(([key]) => flags[key] !== undefined);
  if (flags.out !== undefined && given !== undefined)
    throw usageFault(
      'CLI_CONTRADICTION',
      `-o writes the web, ${given[1]} is for serving it; leave out one of the two.`,
    );
  if (flags.out === undefined && flags.port === undefined)
    throw usageFault(
      'CLI_NO_OUT',
      'Say where the web goes: -o FILE.warc.gz, or --port N to serve it on loopback (0: any that is free).',
    );
  if (flags.web !== undefined && (flags.kind ?? flags.pages ?? flags.hosts) !== undefined)
    throw usageFault('CLI_CONTRADICTION', '--web serves a file; leave out --kind, --pages and --hosts.');
}
