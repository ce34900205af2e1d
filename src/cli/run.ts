/** What did the person ask for? Parses the command line, runs one command and answers with an exit code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { models, strategies } from '../app/registry.js';
import { Fault } from '../kit/fault.js';
import { packageRoot } from '../kit/package-root.js';
import { sentenceOf } from './complain.js';
import { crawl } from './crawl.js';
import { addSettings } from './flags.js';
import { crawlHelp, ROOT_HELP } from './help.js';
import type { Io } from './io.js';
import { listText } from './list.js';

function version(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

type Answer = (code: number) => void;

function addCrawl(program: Command, io: Io, answer: Answer): void {
  const command = program.command('crawl').summary('Crawl from seeds towards a topic.');
  const flags = addSettings(command);
  command.option('--config <FILE>');
  command.helpInformation = crawlHelp;
  command.action(async (options: { config?: string }) => answer(await crawl(flags, options.config, io)));
}

function addLists(program: Command, io: Io): void {
  program.command('strategies').action(() => void io.stdout.write(listText(strategies)));
  program.command('models').action(() => void io.stdout.write(listText(models)));
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
    .version(version(), '-V, --version');
  program.helpInformation = () => ROOT_HELP;
  addCrawl(program, io, answer);
  addLists(program, io);
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
