// Runs the product's command line on one case of ../shared/cases: `node test/cases/adapter.mjs JOB.json`. It turns the job
// into flags and the log into rows, and adds nothing of its own. Where the data folder holds a crawl, that one goes on.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Words of the suite for our outcomes. Codes of HTTP and what is not named here: http_error, network_error. */
const WORD = {
  ...{ Ok: 'ok', Duplicate: 'ok', Empty: 'ok', Truncated: 'truncated', TooLarge: 'too_large' },
  ...{ NotHtml: 'unsupported_type', Unwanted: 'unsupported_type', ParseFailed: 'decode_error' },
  ...{ Redirected: 'redirected', RedirectFailed: 'redirect_error', BadEncoding: 'decode_error' },
  ...{ HttpError: 'http_error', Busy: 'http_error', ServerFault: 'http_error' },
  ...{ DnsFailed: 'dns_error', DnsTimeout: 'dns_error', AddressRefused: 'network_error' },
  ...{ ConnectTimeout: 'timeout', HeaderTimeout: 'timeout', BodyTimeout: 'timeout' },
  ...{ TlsFailed: 'tls_error', CertificateExpired: 'tls_error', CertificateName: 'tls_error' },
  ...{ CertificateSelfSigned: 'tls_error', CertificateUntrusted: 'tls_error' },
  ...{ RobotsDenied: 'robots_denied', RobotsUnreachable: 'robots_unreachable', Incomplete: 'truncated' },
};
const ROWS = `SELECT url, outcome_name AS outcome, status AS "httpStatus", final_url AS "finalUrl", charset, title, score
  FROM pages WHERE kind IN ('page', 'prefetch', 'denied') ORDER BY seq`;

/** Where names lie: at the case's ports, and nowhere else. */
function placeFlags(job, dnsPort) {
  const to = job.dnsPort === 0 ? job.address : '';
  const ports = job.hidePort
    ? [
        [80, job.port],
        [443, job.tlsPort],
      ].filter(([, port]) => port > 0)
    : [];
  const rules = ports.map(([port, real]) => `:${port}:${to}:${real}`);
  if (!job.hidePort && to !== '') rules.push(`::${to}:`);
  const flags = ['--dns-server', `127.0.0.1:${dnsPort}`];
  for (const host of job.hosts.filter(name => name !== '*')) {
    flags.push('--allow-private', host);
    for (const rule of rules) flags.push('--connect-to', `${host}${rule}`);
  }
  return flags;
}

function limitFlags(limits) {
  const flag = {
    ...{ maxPages: '--max-pages', maxDepth: '--max-depth', bodyLimitBytes: '--max-body' },
    ...{ maxRedirects: '--max-redirects', maxRetries: '--retries' },
  };
  const wait = {
    ...{ perHostDelayMs: '--delay', connectTimeoutMs: '--connect-timeout', requestTimeoutMs: '--timeout' },
    ...{ maxCrawlDelayMs: '--max-crawl-delay', maxRetryAfterMs: '--max-retry-after' },
    ...{ robotsRetryMs: '--robots-retry' },
  };
  return Object.entries(limits).flatMap(([name, value]) =>
    name in wait ? [wait[name], `${value}ms`] : name in flag ? [flag[name], String(value)] : [],
  );
}

/** Without a topic the order is that of the links. */
function topicFlags({ topic, dataDir }) {
  if (topic === null) return ['--topic', 'flood-warning', '--strategy', 'breadth-first'];
  const path = join(dataDir, 'topic.json');
  const { name, keywords, examples } = topic;
  const text = { description: keywords.join(', '), examples: examples.map(example => ({ text: example })) };
  writeFileSync(path, JSON.stringify({ name, ...text }));
  return ['--topic', path, '--strategy', 'shark'];
}

function scopeFlags({ scopeHosts }) {
  if (scopeHosts.includes('*')) return [];
  const names = scopeHosts.map(host => host.replaceAll('.', '\\.').replace(/[[\]]/g, '\\$&'));
  return ['--include', `^https?://(${names.join('|')})(:[0-9]+)?/`];
}

/** A name server for cases without one: no name exists beside those of the rules. */
async function emptyNameServer() {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8183, 2);
    socket.send(answer, port, address);
  });
  await new Promise(resolve => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => socket.close() };
}

/** The end of a child; a signal to us goes on to it. */
function run(argv, stdio) {
  const child = spawn(process.execPath, [MAIN, ...argv], { stdio });
  const pass = name => child.kill(name);
  process.on('SIGTERM', pass).on('SIGINT', pass);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', part => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', code => {
      process.off('SIGTERM', pass).off('SIGINT', pass);
      resolve({ code: code ?? 1, text });
    });
  });
}

async function writeRows(job, out) {
  const { code, text } = await run(['sql', out, ROWS, '--format', 'json'], ['ignore', 'pipe', 'inherit']);
  if (code !== 0) return;
  const rows = JSON.parse(text).map(row => {
    const outcome = WORD[row.outcome] ?? 'network_error';
    return JSON.stringify({ ...row, outcome, truncated: outcome === 'truncated' || outcome === 'too_large' });
  });
  writeFileSync(job.rowsFile, rows.map(row => `${row}\n`).join(''));
}

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const names = job.dnsPort === 0 ? await emptyNameServer() : undefined;
const out = join(job.dataDir, 'crawl');
const dnsPort = names?.port ?? job.dnsPort;
const beginning = () => [
  ...['crawl', '--out', out, '--user-agent', job.userAgent, '--contact', 'http://main.test/bot'],
  ...job.seeds.flatMap(seed => ['--seed', seed]),
  // The job names the delay; ours would leave a slow server more time.
  ...['--ca', job.caFile, '--no-adaptive-delay', '--drop-session-ids'],
  ...placeFlags(job, dnsPort),
  ...limitFlags(job.limits),
  ...topicFlags(job),
  ...scopeFlags(job),
];
// Settings are kept; our name server is another one each time.
const goingOn = () => ['resume', out, '--dns-server', `127.0.0.1:${dnsPort}`];
const argv = existsSync(join(out, 'crawl.json')) ? goingOn() : beginning();
const { code } = await run(argv, ['ignore', 'inherit', 'inherit']);
names?.close();
if (code !== 2) await writeRows(job, out);
process.exitCode = code;
