/** Makes one clear sentence of what commander found wrong. */
import type { Command, CommanderError } from 'commander';
import { didYouMean } from '../kit/nearest.js';

const quoted = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

function commandAt(program: Command, argv: readonly string[]): Command {
  return program.commands.find(command => command.name() === argv[0]) ?? program;
}

function unknownOption(program: Command, argv: readonly string[], message: string): string {
  const command = commandAt(program, argv);
  const flag = quoted(message);
  const known = command.options.flatMap(option => [option.long ?? '', option.short ?? '']);
  const help = command === program ? 'dowser --help' : `dowser ${command.name()} --help`;
  return `There is no option ${flag}.${didYouMean(flag, known) || ` See ${help}.`}`;
}

/** The sentence for an error of commander, for a program called with `argv`. */
export function sentenceOf(error: CommanderError, program: Command, argv: readonly string[]): string {
  const { code, message } = error;
  const name = quoted(message);
  switch (code) {
    case 'commander.unknownOption':
      return unknownOption(program, argv, message);
    case 'commander.unknownCommand': {
      const known = program.commands.map(command => command.name());
      return `There is no command ${name}.${didYouMean(name, known) || ` There are ${known.join(', ')}.`}`;
    }
    case 'commander.optionMissingArgument':
      return `${name.replace(/^-\w, /, '')} needs its value.`;
    case 'commander.missingArgument': {
      const command = commandAt(program, argv);
      return `dowser ${command.name()} needs its ${name}; see dowser ${command.name()} --help.`;
    }
    case 'commander.excessArguments': {
      const command = commandAt(program, argv);
      const extra = command.args[command.registeredArguments.length] ?? '';
      const hint = /^https?:/.test(extra)
        ? ` Write --seed ${extra}.`
        : ` See dowser ${command.name()} --help.`;
      return `dowser ${command.name()} cannot use "${extra}".${hint}`;
    }
    default:
      return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  }
}
