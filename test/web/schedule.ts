/**
 * One schedule = one seed: a crawl to which nothing happens, and the same crawl that is killed, cut off, stopped and resumed
 * until it ends. What must hold of both stands here; what must hold at every step, in schedule-world and schedule-reader.
 */
import assert from 'node:assert/strict';
import { outcome, outcomeOf } from '../../src/contract/outcome.js';
import type { PageRow } from '../../src/contract/row.js';
import { hostOf } from '../../src/url/parts.js';
import type { Row } from './forgetful-log.js';
import { type Plan, planOf, type Trouble } from './schedule-plan.js';
import { type Ended, isUnreached, runProcess } from './schedule-process.js';
import { Watch } from './schedule-reader.js';
import { World } from './schedule-world.js';

/** A crawl that met no end in so many processes has none. */
const MOST_RESUMES = 40;
/** Steps of a crawl to which nothing happens, where it is not known. */
const STEPS_A_PAGE = 7;
const DUPLICATE = outcome('Duplicate').code;
const DIED = outcome('WorkerDied').code;

export interface Told {
  readonly plan: Plan;
  readonly pages: number;
  readonly processes: number;
  readonly steps: number;
}

/** Runs the schedule of a seed. @throws an AssertionError when a law is broken. */
export async function runSchedule(seed: number): Promise<Told> {
  const plan = planOf(seed);
  const isCompared = !plan.isLive || (!plan.isOdd && plan.laneDeaths === 0);
  const calm = isCompared ? await calmOf(plan) : undefined;
  const steps = calm?.steps ?? STEPS_A_PAGE * plan.web.pages.size;
  const world = new World(plan);
  const watch = new Watch(world);
  let processes = 0;
  for (const trouble of plan.troubles) {
    processes++;
    const isOver = await disturbed(world, watch, { trouble, steps });
    if (isOver) break;
  }
  const end = await toTheEnd(world, watch);
  checkLog(world, end);
  checkHosts(world, end);
  if (calm !== undefined && plan.isLive) checkEnds(calm.world, world);
  else if (calm !== undefined) checkSame(calm.world, world, [calm.end, end]);
  if (seed % 2 === 0) await checkFinished(world, watch, end);
  return { plan, pages: world.log.pages.length, processes, steps };
}

interface Calm {
  readonly plan: Plan;
  readonly world: World;
  readonly steps: number;
  readonly end: Ended;
}

let last: Calm | undefined;

/** The crawl of the plan when nothing happens to it: the one of the schedule before is often the same. */
async function calmOf(plan: Plan): Promise<Calm> {
  if (last?.plan.prints === plan.prints) return last;
  last = undefined;
  last = await undisturbed({
    ...plan,
    seed: plan.crawlSeed,
    troubles: [],
    laneDeaths: 0,
    snapshotAnswers: Number.POSITIVE_INFINITY,
  });
  return last;
}

async function undisturbed(plan: Plan): Promise<Calm> {
  const world = new World(plan);
  world.begin(undefined);
  const end = await runProcess({ world, watch: new Watch(world), maxPages: plan.maxPages });
  checkLog(world, end);
  return { plan, world, steps: world.steps, end };
}

interface Blow {
  readonly trouble: Trouble;
  readonly steps: number;
}

/** One process that something happens to; true when it came to the end of the crawl nevertheless. */
async function disturbed(world: World, watch: Watch, { trouble, steps }: Blow): Promise<boolean> {
  const { plan, clock } = world;
  const { kind } = trouble;
  const isBudget = kind === 'budget';
  const maxPages = isBudget ? Math.min(plan.maxPages, 1 + Math.floor(trouble.at * 20)) : plan.maxPages;
  // A budget that was smaller than what was fetched already stays exact all the same: nothing more is asked.
  const spent = Math.max(0, ...world.commits.map(facts => facts.spent));
  world.begin(isBudget ? undefined : { kind, step: 1 + Math.floor(trouble.at * steps) });
  const budget = Math.max(maxPages, isBudget ? Math.min(plan.maxPages, spent + 20) : 0);
  const end = await lived(world, runProcess({ world, watch, maxPages: budget }), kind === 'full');
  const { heard, commits } = world;
  world.end(kind === 'cut');
  if (kind === 'kill' && !plan.keepsPages) {
    const lost = heard - (commits.at(-1)?.heard ?? 0);
    assert.ok(lost <= plan.rhythm.mostAnswers, `${lost} answers are lost by one kill`);
  }
  clock.advance(trouble.pauseMs);
  return end !== undefined && end.reason !== 'terminated' && !isBudget;
}

/** How the process ended; undefined when it was killed, or found the disk full. */
async function lived(world: World, process: Promise<Ended>, mayBeFull: boolean): Promise<Ended | undefined> {
  try {
    return await process;
  } catch (error) {
    if (world.isDead) return undefined;
    if (mayBeFull && (error as { code?: string }).code === 'ENOSPC') return undefined;
    throw error;
  }
}

async function toTheEnd(world: World, watch: Watch): Promise<Ended> {
  for (let resumes = 0; resumes < MOST_RESUMES; resumes++) {
    world.begin(undefined);
    const end = await runProcess({ world, watch, maxPages: world.plan.maxPages });
    world.end(false);
    if (end.reason !== 'terminated') return end;
  }
  assert.fail('the crawl does not end');
}

/** A crawl that has ended has nothing to do. */
async function checkFinished(world: World, watch: Watch, before: Ended): Promise<void> {
  const { sends } = world;
  const rows = world.log.pages.length;
  world.begin(undefined);
  const after = await runProcess({ world, watch, maxPages: world.plan.maxPages });
  assert.equal(world.sends, sends, 'a crawl that has ended asks nothing');
  assert.equal(world.log.pages.length, rows, 'a crawl that has ended adds no row');
  assert.deepEqual(after, before);
}

/** What holds of every log. */
function checkLog(world: World, end: Ended): void {
  const { plan } = world;
  const pages = world.log.pages;
  const attempts = new Map<string, number>();
  let asked = 0;
  let sent = 0;
  pages.forEach((row, i) => {
    assert.equal(row['seq'], i + 1, 'every seq is there once, in order');
    if (row['sends'] != null) sent++;
    if (row['kind'] !== 'page' && row['kind'] !== 'prefetch') return;
    asked++;
    const url = row['url'] as string;
    const attempt = (attempts.get(url) ?? 0) + 1;
    assert.equal(row['attempt'], attempt, `attempts of ${url} are there once, in order`);
    attempts.set(url, attempt);
  });
  assert.equal(asked, end.tally['pages'], 'every fetch has its row');
  assert.ok(asked <= plan.maxPages, 'no page beyond the budget');
  if (end.reason === 'max pages') assert.equal(asked, plan.maxPages, 'the budget is exact');
  if (end.reason === 'frontier empty') assert.equal(end.tally['inFlight'], 0);
  if (plan.isLive) assert.equal(sent, world.heard, 'every answer has its row, and once');
  checkRobots(world);
}

/** What robots.txt said has a row beside that of the request. */
function checkRobots({ log }: World): void {
  const asked = log.pages.filter(row => row['kind'] === 'robots' && row['outcome'] !== DIED);
  const told = log.rows.filter(({ table }) => table === 'robots').map(({ row }) => row['seq']);
  assert.deepEqual(
    told,
    asked.map(row => row['seq']),
    'robots.txt has its rows',
  );
}

/** What is counted of a host is what its rows say. */
function checkHosts({ log }: World, end: Ended): void {
  const names = ['pages', 'errors', 'relevant', 'bytes'] as const;
  const counted = new Map<string, number[]>();
  for (const row of log.pages) {
    const { kind, host, outcome: code, is_relevant: isRelevant, bytes } = row as never as PageRow;
    const sums = counted.get(host) ?? [0, 0, 0, 0];
    counted.set(host, sums);
    const isFetch = kind === 'page' || kind === 'prefetch';
    const isError = isFetch && outcomeOf(code).class !== 'ok';
    [isFetch, isError, isFetch && isRelevant, isFetch ? (bytes ?? 0) : 0].forEach((value, i) => {
      sums[i] = (sums[i] as number) + Number(value);
    });
  }
  for (const row of end.hosts as readonly Row[]) {
    const sums = counted.get(row['host'] as string) ?? [0, 0, 0, 0];
    names.forEach((name, i) => {
      assert.equal(row[name] ?? 0, sums[i], `${name} of ${row['host']}`);
    });
  }
}

type Kept = World['log']['rows'];

const sequenced = (rows: Kept): Kept =>
  rows.filter(
    ({ table }) => table === 'pages' || table === 'links' || table === 'relevance' || table === 'events',
  );

/** The stored web: the same crawl in every number, times apart. */
function checkSame(calm: World, world: World, [before, after]: readonly [Ended, Ended]): void {
  const expected = sequenced(calm.log.rows);
  const rows = sequenced(world.log.rows);
  rows.forEach(({ table, row }, i) => {
    const other = expected[i];
    assert.equal(table, other?.table, `row ${i} is of ${table}`);
    for (const name in row) {
      if (name === 'fetched_at' || name === 'at' || name === 'waited_ms') continue;
      const value = row[name];
      const wanted = other?.row[name];
      if (name === 'numbers') assert.deepEqual(value, wanted);
      else if (!Object.is(value, wanted))
        assert.fail(`row ${i}: ${table}.${name} is ${value}, not ${wanted}`);
    }
  });
  assert.equal(rows.length, expected.length);
  assert.deepEqual(after, before);
}

/** How the road of each address ended, where that does not depend on time. */
function endsOf({ plan, log }: World): Map<string, string> {
  const ends = new Map<string, string>();
  for (const row of log.pages) {
    if (row['kind'] === 'robots' || row['kind'] === 'sitemap') continue;
    ends.set(row['url'] as string, endOf(plan, row));
  }
  return ends;
}

function endOf({ web }: Plan, { url, outcome: code }: Row): string {
  if (web.hosts.get(hostOf(url as string))?.isDead) return isUnreached(code as number) ? 'unreached' : 'odd';
  return code === DUPLICATE ? 'Ok' : outcomeOf(code as number).name;
}

function checkEnds(calm: World, world: World): void {
  const before = endsOf(calm);
  const after = endsOf(world);
  for (const [url, end] of before) assert.equal(after.get(url), end, `${url} ends as ${end}`);
  for (const url of after.keys()) assert.ok(before.has(url), `${url} is asked for without reason`);
}
