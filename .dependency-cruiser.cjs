// The import law of DESIGN §3 as data: which room may import which, and which package belongs to which room.
const MAY_IMPORT = {
  kit: [],
  contract: ['kit'],
  kernel: ['kit', 'contract'],
  url: ['kit', 'contract', 'kernel'],
  parse: ['kit', 'contract', 'kernel'],
  text: ['kit', 'contract', 'kernel'],
  archive: ['kit', 'contract'],
  robots: ['kit', 'contract'],
  sitemap: ['kit', 'contract'],
  fetch: ['kit', 'contract'],
  polite: ['kit', 'contract'],
  serve: ['kit', 'contract', 'log', 'archive', 'web'],
  topic: ['kit', 'contract', 'kernel', 'text'],
  graph: ['kit', 'contract', 'kernel'],
  frontier: ['kit', 'contract', 'kernel'],
  log: ['kit', 'contract'],
  journal: ['kit', 'contract'],
  strategy: ['kit', 'contract'],
  web: ['kit', 'contract'],
  report: ['kit', 'contract', 'log'],
  engine: ['kit', 'contract', 'kernel', 'url', 'parse', 'text', 'archive', 'topic', 'frontier', 'polite', 'log'],
};
const PACKAGE_OF = {
  tldts: ['src/url'],
  parse5: ['src/parse'],
  nodejieba: ['src/text'],
  'wink-porter2-stemmer': ['src/text'],
  stopword: ['src/text'],
  warcio: ['src/archive'],
  '@duckdb': ['src/log'],
  piscina: ['src/engine', 'workers'],
  undici: ['src/fetch'],
  'ipaddr\\.js': ['src/fetch'],
  'tough-cookie': ['src/fetch'],
  zod: ['src/app'],
  commander: ['src/cli'],
  pino: ['src/app', 'src/cli'],
  yaml: ['src/app', 'src/topic'],
  echarts: ['src/report'],
};
const OURS = '^(src|models|workers|bench|test)/';
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const roomRules = Object.entries(MAY_IMPORT).map(([room, allowed]) =>
  forbid(
    `${room}-imports-only-what-it-may`,
    { path: `^src/${room}/` },
    { path: OURS, pathNot: `^src/(${[room, ...allowed].join('|')})/` },
    `src/${room} may import: ${allowed.join(', ') || 'nothing'}.`,
  ),
);
const packageRules = Object.entries(PACKAGE_OF).map(([name, homes]) =>
  forbid(
    `${name.replace(/\W/g, '')}-has-one-room`,
    { path: '^(src|models|workers)/', pathNot: `^(${homes.join('|')})/` },
    { path: `node_modules/${name}(/|$)` },
    `${name} is imported only in ${homes.join(', ')}.`,
  ),
);

module.exports = {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'No cycles.'),
    forbid('policies-are-pure', { path: '^(src/strategy|models)/' }, { dependencyTypes: ['core', 'npm', 'npm-dev'] }, 'A strategy or model imports no package and no Node module: no clock, disk or network behind its back.'),
    forbid('strategies-are-strangers', { path: '^src/strategy/([^/]+)' }, { path: '^src/strategy/', pathNot: '^src/strategy/$1' }, 'A strategy never imports another one.'),
    forbid('models-import', { path: '^models/' }, { path: OURS, pathNot: '^(src/(contract|kit|kernel)/|models/)' }, 'A model imports contract, kit and kernel.'),
    forbid('lane-imports', { path: '^workers/lane' }, { path: OURS, pathNot: '^(src/(kit|contract|kernel|url|robots|sitemap|fetch|parse|text|archive)/|models/|workers/)' }, 'The lane composes reading rooms and models.'),
    forbid('log-worker-imports', { path: '^workers/log' }, { path: OURS, pathNot: '^(src/(kit|contract|log)/|workers/)' }, 'The log worker composes the log room only.'),
    forbid('trainer-imports', { path: '^workers/train' }, { path: OURS, pathNot: '^(src/(kit|contract|kernel|text|topic|graph)/|models/|workers/)' }, 'The trainer composes the rooms that compute versions.'),
    forbid('only-app-and-cli-compose', { path: '^src/(?!app/|cli/|index)' }, { path: '^src/(app|cli)/' }, 'Only app and cli know all.'),
    forbid('nobody-imports-tests', { path: '^(src|models|workers)/' }, { path: '^(test|bench)/' }, 'Nobody imports test or bench.'),
    forbid('no-shelf-of-leftovers', {}, { path: '/(utils|common|helpers)/', pathNot: 'node_modules' }, 'No utils, common or helpers.'),
    forbid('no-orphans', { orphan: true, path: '^(src|models)/', pathNot: '\\.d\\.ts$' }, {}, 'A file that nobody imports.'),
    ...roomRules,
    ...packageRules,
  ],
  options: { tsPreCompilationDeps: true, exoticRequireStrings: ['requirePackage'], doNotFollow: { path: 'node_modules' }, exclude: { path: '^dist/' }, tsConfig: { fileName: 'tsconfig.json' } },
};
