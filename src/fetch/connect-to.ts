/**
 * Where does a connection really go? Rules `HOST:PORT:HOST2:PORT2` as curl's --connect-to has them: an empty HOST or PORT
 * matches all, an empty HOST2 or PORT2 keeps what the address says. The Host header and the name that TLS asks for stay
 * those of the address. The first rule that matches wins.
 */
import { usageFault } from '../kit/fault.js';

export interface Aim {
  /** Name or address to connect to, without brackets. */
  readonly host: string;
  readonly port: number;
  /** The person named the host, so the guard has nothing to say. */
  readonly isOwnWord: boolean;
}

export type Redirection = (host: string, port: number) => Aim;

interface Rule {
  readonly host: string;
  readonly port: number | undefined;
  readonly toHost: string;
  readonly toPort: number | undefined;
}

const RULE = /^(\[[^\]]*\]|[^:[\]]*):(\d*):(\[[^\]]*\]|[^:[\]]*):(\d*)$/;

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

function portOf(text: string, rule: string): number | undefined {
  if (text === '') return undefined;
  const port = Number(text);
  if (port >= 1 && port <= 65535) return port;
  throw wrong(rule);
}

const wrong = (rule: string): Error =>
  usageFault(
    'FETCH_CONNECT_TO',
    `--connect-to ${JSON.stringify(rule)} should be HOST:PORT:HOST2:PORT2, for example example.org:80:127.0.0.1:8080; empty parts match or keep all.`,
  );

function parse(rule: string): Rule {
  const found = RULE.exec(rule.trim());
  if (found === null) throw wrong(rule);
  const [, host = '', port = '', toHost = '', toPort = ''] = found;
  return {
    host: bare(host),
    port: portOf(port, rule),
    toHost: bare(toHost),
    toPort: portOf(toPort, rule),
  };
}

export function createRedirection(rules: readonly string[] = []): Redirection {
  const parsed = rules.map(parse);
  return (host, port) => {
    const name = bare(host);
    const rule = parsed.find(
      each => (each.host === '' || each.host === name) && (each.port === undefined || each.port === port),
    );
    if (rule === undefined) return { host: name, port, isOwnWord: false };
    return {
      host: rule.toHost === '' ? name : rule.toHost,
      port: rule.toPort ?? port,
      isOwnWord: rule.toHost !== '',
    };
  };
}
