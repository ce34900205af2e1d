// Do the schedules of kills notice when the code is wrong? Wrong copies of engine, journal and frontier, one at a time, must
// break a law: `node test/mutants/run.mjs [schedules] [drawn] [seed]`, by hand. `drawn`: so many mutants are drawn from all that
// the rules below can make; without it the written ones are run. What schedules miss, the unit tests of the three rooms may
// catch. Ends with 1 when fewer than nine in ten were caught.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../dist', import.meta.url));
const copy = join(root, 'mutant');
const LONGEST_MS = 240_000;
/** Files that schedules run: lanes in threads are not among them. */
const ROOMS = ['engine', 'journal', 'frontier'];
const UNUSED = /^(lane|live-reader|inline-reader)/;

const UNITS = ROOMS.map(room => `test/unit/${room}`);

/** File, what stands there, what is put in its place. */
const WRITTEN = [
  ['engine/gate', 'this.#road.journal?.sent(visit.slot);', ';'],
  ['engine/gate', 'this.#road.journal?.due(slot);', ''],
  ['engine/gate', 'this.#road.journal?.stopping();', ''],
  ['engine/gate', 'this.#road.journal?.abandoned(host, this.#road.nowMs);', ''],
  [
    'engine/gate',
    "visit.kind !== 'name')\n            this.#road.journal?.answered",
    'visit.kind === undefined)\n            this.#road.journal?.answered',
  ],
  ['engine/gate', 'this.#isStopping = false;\n        for', 'for'],
  ['engine/gate', 'if (this.#isStopping || this.#road.isRetracing)', 'if (this.#isStopping)'],
  ['engine/hear', 'road.journal?.answered(reading, atMs);', ''],
  ['engine/hear', 'road.nowMs = atMs;', ''],
  ['engine/refill', 'road.journal?.dropped(slot);', ''],
  ['engine/refill', 'road.journal?.gone(slot, road.nowMs);', ''],
  ['engine/refill', 'road.journal?.chose(road.nowMs);', ''],
  ['engine/refill', '- road.fetching', ''],
  ['engine/refill', 'road.prefetched.set(slot, trip.prefetched);', ';'],
  ['engine/retrace', 'gate?.takeUp();\n    road.isRetracing', 'road.isRetracing'],
  ['engine/retrace', 'road.parts.reader.assign(visitOf(road, slot))', ''],
  ['engine/retrace', 'road.journal?.resumed();', ''],
  ['engine/settle', 'road.attempts.set(trip.slot, attempt);', ''],
  ['engine/settle', 'const seq = ++road.seq;', 'const seq = road.seq += road.isRetracing ? 2 : 1;'],
  [
    'engine/settle',
    'road.parts.onSettled?.(reading, seq, trip.kind)',
    'road.isRetracing || road.parts.onSettled?.(reading, seq, trip.kind)',
  ],
  ['engine/later', '>= dueMs', '<= dueMs'],
  ['engine/gate', 'this.#later.nextMs <= now', 'this.#later.nextMs <= now + 500'],
  ['journal/journal', 'file.truncate(end);', ''],
  ['journal/journal', 'this.#number = number;', 'this.#number = number + 1;'],
  [
    'journal/journal',
    'body.set(this.#entries.take(mark), entriesAt);',
    'body.set(this.#entries.take(mark).subarray(0, 8), entriesAt);',
  ],
  ['journal/frame', '|| crc32(body) !== head.getUint32(8, true)', ''],
  ['journal/coding', 'this.#used -= mark;', 'this.#used = 0;'],
  ['journal/coding', '? UTF8 : UTF16', '? UTF8 : UTF8'],
  ['frontier/frontier', 'return a < b;', 'return a > b;'],
  ['frontier/frontier', 'this.leave(worst, STATE.evicted);', ''],
  ['frontier/waiting', 'this.#asideCount--;', ''],
  ['frontier/link-store', 'this.#base += this.#used;', ''],
];

/**
 * Rules for drawn ones, a line at a time: a statement dropped, a condition negated or moved by one, arguments swapped, nothing
 * waited for or synced.
 */
const RULES = [
  [/^(\s+(?:\} else )?)if \((.+)\)( \{)?$/, '$1if (!($2))$3'],
  [/^(\s+\S.*[\w)]\()(\w+), ([\w.]+)\)(.*;)$/, '$1$3, $2)$4'],
  [/\bawait /, ''],
  [/^(\s+)(\w[\w.#]*\.sync\(\));$/, '$1;'],
  [/^(\s+)(this|road|frontier|politeness|host|queue)[.#\w?]*\([^{}]*\);$/, '$1;'],
  [/^(\s+)(this|road|tally|host)[.#\w]*(\+\+|--|\s[+-]?=\s[^{}]*);$/, '$1;'],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ \+ 1\b/, ' + 2'],
  [/ - 1\b/, ' - 2'],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/\breturn true;/, 'return false;'],
  [/\breturn false;/, 'return true;'],
];

function drawn(count, seed) {
  const all = [];
  for (const room of ROOMS) {
    for (const name of readdirSync(join(root, 'src', room))) {
      if (!name.endsWith('.js') || UNUSED.test(name)) continue;
      readFileSync(join(root, 'src', room, name), 'utf8')
        .split('\n')
        .forEach((line, i) => {
          if (/^\s*(\/\/|\/?\*|import|export const)|throw |new Fault/.test(line)) return;
          for (const [rule, by] of RULES) {
            const wrong = line.replace(rule, by);
            if (wrong !== line)
              all.push({ file: `${room}/${name.slice(0, -3)}`, line: i, was: line, is: wrong });
          }
        });
    }
  }
  let state = seed >>> 0;
  const below = n => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const chosen = [];
  while (chosen.length < count) {
    const [mutant] = all.splice(below(all.length), 1);
    if (compiles(mutant)) chosen.push(mutant);
  }
  return chosen;
}

/** Only what a compiler would let through is wrong in an interesting way. */
function compiles(mutant) {
  const text = mutate(readFileSync(join(root, 'src', `${mutant.file}.js`), 'utf8'), mutant);
  return spawnSync(process.execPath, ['--input-type=module', '--check'], { input: text }).status === 0;
}

const [schedules = 300, count = 0, seed = 1] = process.argv.slice(2).map(Number);
const mutants =
  count > 0 ? drawn(count, seed) : WRITTEN.map(([file, was, is]) => ({ file, line: -1, was, is }));

function mutate(text, { file, line, was, is }) {
  if (line >= 0) return text.split('\n').with(line, is).join('\n');
  if (!text.includes(was)) throw new Error(`${file} holds no ${was}`);
  return text.replace(was, () => is);
}

rmSync(copy, { recursive: true, force: true });
for (const part of ['src', 'models', 'test/web', 'test/fuzz', 'test/shared.js', 'kernel', ...UNITS])
  cpSync(join(root, part), join(copy, part), { recursive: true, filter: name => !name.endsWith('.map') });
/** How a wrong copy was noticed; undefined when it was not. */
function judge() {
  const script = join(copy, 'test/fuzz/schedule.js');
  const run = spawnSync(process.execPath, [script, '1', String(schedules)], { timeout: LONGEST_MS });
  if (run.signal !== null) return ['schedules', 'no end'];
  if (run.status !== 0) {
    const said = run.stderr.toString();
    return [
      'schedules',
      (/Schedule (\d+): ([^\n]{0,70})/.exec(said) ?? /Error: [^\n]{0,80}/.exec(said) ?? [''])[0],
    ];
  }
  const units = spawnSync(process.execPath, ['--test', ...UNIT_FILES], {
    timeout: LONGEST_MS,
    encoding: 'utf8',
  });
  if (units.status === 0) return undefined;
  return ['units', /not ok \d+ - (.{0,70})/.exec(units.stdout)?.[1] ?? 'no end'];
}

const UNIT_FILES = UNITS.flatMap(folder =>
  readdirSync(join(copy, folder))
    .filter(name => name.endsWith('.test.js') && !/schedule|lane/.test(name))
    .map(name => join(copy, folder, name)),
);
const oneLine = text => text.trim().replace(/\s+/g, ' ');
const counts = { schedules: 0, units: 0, survived: 0 };
for (const mutant of mutants) {
  const path = join(copy, 'src', `${mutant.file}.js`);
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(right, mutant));
  const [by, how] = judge() ?? ['survived', ''];
  writeFileSync(path, right);
  counts[by]++;
  const where = `${mutant.file}${mutant.line < 0 ? '' : `:${mutant.line + 1}`}`;
  process.stdout.write(
    `${by.padEnd(9)} ${where}  ${oneLine(mutant.was)}  →  ${oneLine(mutant.is)}   ${how}\n`,
  );
}
rmSync(copy, { recursive: true });
process.stdout.write(`${JSON.stringify({ mutants: mutants.length, ...counts })}\n`);
process.exitCode = counts.survived > 0.1 * mutants.length ? 1 : 0;
