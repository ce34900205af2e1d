/**
 * Runs one command of the command line and answers with an exit code. Faults end here, as one sentence. What a command
 * needs is loaded when it runs: help should not wait for DuckDB.
 */
import { Command, CommanderError } from 'commander';
import { models, strategies } from '../app/registry.js';
import { version } from '../app/version.js';
import { Fault, usageFault } from '../kit/fault.js';
import { didYouMean } from '../kit/nearest.js';
import { sentenceOf } from './complain.js';
import type { DemoFlags } from './demo.js';
import type { ExportFlags } from './export.js';
import { addSettings } from './flags.js';
import { crawlHelp, ROOT_HELP } from './help.js';
import { COMMAND_HELP } from './help-commands.js';
import type { Io } from './io.js';
import { listText } from './list.js';
import type { ReportFlags } from './report.js';
import type { SqlFlags } from './sql.js';
import type { WebFlags } from './web-flags.js';

type Answer = (code: number) => void;

/** A command with its help text. */
function addCommand(program: Command, name: string): Command {
  const command = program.command(name);
  const help = COMMAND_HELP[command.name()];
  if (help !== undefined) command.helpInformation = () => help;
  return command;
}

function addCrawl(program: Command, io: Io, answer: Answer): void {
  const command = addCommand(program, 'crawl').option('--config <FILE>');
  const flags = addSettings(command);
  command.helpInformation = crawlHelp;
  command.action(async (options: { config?: string }) => {
    const { crawl } = await import('./crawl.js');
    answer(await crawl(flags, options.config, io));
  });
}

function addResume(program: Command, io: Io, answer: Answer): void {
  const command = addCommand(program, 'resume').argument('<DIR>').option('--config <FILE>');
  const flags = addSettings(command);
  command.action(async (folder: string, options: { config?: string }) => {
    const { resume } = await import('./crawl.js');
    answer(await resume(folder, flags, options.config, io));
  });
}

function addVerify(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'verify')
    .argument('<DIR>')
    .option('--json')
    .action(async (folder: string, flags: { json?: boolean }) => {
      const { verify } = await import('./verify.js');
      answer(await verify(folder, flags, io));
    });
}

function addExplain(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'explain')
    .argument('<DIR>')
    .argument('<URL>')
    .option('--json')
    .action(async (folder: string, url: string, flags: { json?: boolean }) => {
      const { explain } = await import('./explain.js');
      answer(await explain(folder, url, flags, io));
    });
}

function addExport(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'export')
    .argument('<DIR>')
    .option('--format <FORMAT>', '', 'parquet')
    .option('-o, --out <PATH>')
    .option('--where <CONDITION>')
    .option('--force')
    .action(async (folder: string, flags: ExportFlags) => {
      const { exportCrawl } = await import('./export.js');
      answer(await exportCrawl(folder, flags, io));
    });
}

function addReport(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'report')
    .argument('<DIR>')
    .option('--labels <FILE>')
    .option('--target <LABELS>')
    .option('-o, --out <FILE>')
    .action(async (folder: string, flags: ReportFlags) => {
      const { report } = await import('./report.js');
      answer(await report(folder, flags, io));
    });
}

function addDoctor(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'doctor')
    .option('--json')
    .action(async (flags: { json?: boolean }) => {
      const { doctor } = await import('./doctor.js');
      answer(await doctor(flags, io));
    });
}

function addLists(program: Command, io: Io): void {
  addCommand(program, 'strategies').action(() => void io.stdout.write(listText(strategies)));
  addCommand(program, 'topics').action(async () => {
    const { topicsText } = await import('./topics.js');
    io.stdout.write(topicsText());
  });
  addCommand(program, 'models').action(() => void io.stdout.write(listText(models)));
}

function addSql(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'sql')
    .argument('<DIR>')
    .argument('[QUERY]')
    .option('--format <FORMAT>', '', 'table')
    .option('-o, --out <FILE>')
    .action(async (folder: string, query: string | undefined, flags: SqlFlags) => {
      const { sql } = await import('./sql.js');
      answer(await sql(folder, query, flags, io));
    });
}

function addWeb(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'web')
    .option('--kind <KIND>')
    .option('--seed <N>', '', '1')
    .option('--pages <N>')
    .option('--topic <NAME>', '', '暴雨灾害')
    .option('-o, --out <FILE>')
    .option('--port <N>')
    .option('--web <FILE>', '', (path: string, before: readonly string[] = []) => [...before, path])
    .option('--hosts <N>')
    .option('--addresses <N>')
    .option('--dns-port <N>')
    .option('--latency <MS>')
    .option('--jitter <MS>')
    .option('--rate-limit <N>')
    .option('--faults <SHARES>')
    .option('--log <FILE>')
    .option('--write-config <FILE>')
    .action(async (flags: WebFlags) => {
      const { web } = await import('./web.js');
      answer(await web(flags, io));
    });
}

function addDemo(program: Command, io: Io, answer: Answer): void {
  addCommand(program, 'demo')
    .option('--max-pages <N>', '', '500')
    .option('--seed <N>', '', '1')
    .option('-o, --out <DIR>')
    .action(async (flags: DemoFlags) => {
      const { demo } = await import('./demo.js');
      answer(await demo(flags, io));
    });
}

function addHelp(program: Command, io: Io): void {
  program.helpCommand(false);
  program
    .command('help')
    .argument('[COMMAND]')
    .action((name: string | undefined) => {
      const found = program.commands.find(command => command.name() === name);
      if (name !== undefined && found === undefined) {
        const known = program.commands.map(command => command.name());
        throw usageFault('CLI_UNKNOWN_COMMAND', `There is no command ${name}.${didYouMean(name, known)}`);
      }
      io.stdout.write((found ?? program).helpInformation());
    });
}

function programOf(io: Io, answer: Answer): Command {
  const program = new Command('dowser')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: text => void io.stdout.write(text),
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .version(version, '-V, --version');
  program.helpInformation = () => ROOT_HELP;
  addCrawl(program, io, answer);
  addResume(program, io, answer);
  addVerify(program, io, answer);
  addExplain(program, io, answer);
  addReport(program, io, answer);
  addExport(program, io, answer);
  addDoctor(program, io, answer);
  addSql(program, io, answer);
  addWeb(program, io, answer);
  addDemo(program, io, answer);
  addLists(program, io);
  addHelp(program, io);
  return program;
}

/** One line on stderr that ends like a sentence, whatever the message was made of. */
function complain(io: Io, message: string, code: number): number {
  const line = message.trim().replace(/\s*\n\s*/g, ' ');
  io.stderr.write(`dowser: ${line}${/[.?!]$/.test(line) ? '' : '.'}\n`);
  return code;
}

function codeOf(error: unknown, io: Io, program: Command, argv: readonly string[]): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== 'commander.help') return complain(io, sentenceOf(error, program, argv), 2);
    io.stderr.write(ROOT_HELP);
    return 2;
  }
  if (error instanceof Fault && error.exitCode !== 70) return complain(io, error.message, error.exitCode);
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  io.stderr.write(`dowser: this is a fault of Dowser, please report it: ${message}\n${stack ?? ''}\n`);
  return 70;
}

/** Runs the command line `argv` (without node and script). Never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = programOf(io, answered => {
    code = answered;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, io, program, argv);
  }
}
