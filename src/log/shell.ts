/**
 * A conversation with a log: statements end with a semicolon and may span lines, words with a dot are ours, an error
 * is shown and the talk goes on. On a pipe there is no prompt, and the result tells whether everything went well.
 */
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { LogAsker } from './ask.js';
import { messageOf } from './fault.js';
import { asTable } from './format.js';
import { pour } from './output.js';
import { quote, quoteName } from './schema.js';
import { StatementReader } from './statement.js';
import { showLines } from './table.js';

export interface ShellOptions {
  readonly log: LogAsker;
  readonly input: Readable;
  readonly output: Writable;
  readonly error: Writable;
  /** Whether a person sits there: prompt, history, Ctrl-C stops a query. */
  readonly isTerminal: boolean;
  /** Terminal columns now. */
  readonly width: () => number;
}

const PROMPT = 'dowser> ';
const MORE = '   ...> ';
const HISTORY = 500;

export const HELP = `Write SQL and end it with a semicolon. Statements that only read are allowed.
  .tables         the tables and what they hold
  .views          the views and the question each answers
  .schema NAME    columns of a table or view, with types and units
  .help           this text
  .quit           leave (so does Ctrl-D)
Start with: SELECT * FROM harvest_steps;   or   SELECT * FROM relevant_pages LIMIT 20;
`;

type Command = (log: LogAsker, argument: string) => string | undefined | Promise<string>;

const TABLES = `SELECT table_name, coalesce(comment, '') FROM duckdb_tables() WHERE NOT temporary ORDER BY 1`;

async function tablesSql(log: LogAsker): Promise<string> {
  const tables: [string, string][] = [];
  for await (const rows of (await log.query(TABLES)).rows()) {
    tables.push(...rows.map(([name, comment]) => [String(name), String(comment)] as [string, string]));
  }
  return tables
    .map(([table, meaning]) => {
      return `SELECT ${quote(table)} AS "table", count(*) AS "rows", ${quote(meaning)} AS meaning FROM ${quoteName(table)}`;
    })
    .join(' UNION ALL ');
}

const COMMANDS: Readonly<Record<string, Command>> = {
  '.tables': tablesSql,
  '.views': () =>
    'SELECT view_name AS "view", comment AS question FROM duckdb_views() WHERE NOT internal ORDER BY 1',
  '.schema': (_, name) =>
    name === ''
      ? undefined
      : `SELECT column_name AS "column", data_type AS type, comment AS meaning
         FROM duckdb_columns() WHERE table_name = ${quote(name)} ORDER BY column_index`,
};

class Shell {
  readonly #options: ShellOptions;
  readonly #lines: Interface;
  readonly #statement = new StatementReader();
  #isBusy = false;
  #hasErred = false;

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#lines = createInterface({
      input: options.input,
      ...(options.isTerminal ? { output: options.output, terminal: true, historySize: HISTORY } : {}),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    this.#lines.on('SIGINT', () => this.#interrupt());
  }

  async talk(): Promise<boolean> {
    this.#prompt();
    for await (const line of this.#lines) {
      this.#isBusy = true;
      const goesOn = await this.#hear(line);
      this.#isBusy = false;
      if (!goesOn) break;
      this.#prompt();
    }
    this.#lines.close();
    const last = this.#statement.finish();
    if (last !== undefined) await this.#ask(last);
    return !this.#hasErred;
  }

  /** False when the talk is over. */
  async #hear(line: string): Promise<boolean> {
    if (!this.#statement.isOpen && line.trimStart().startsWith('.')) return this.#obey(line.trim());
    for (const sql of this.#statement.push(line)) if (!(await this.#ask(sql))) return false;
    return true;
  }

  async #obey(line: string): Promise<boolean> {
    const [command = '', argument = ''] = line.replace(/;$/, '').split(/\s+/);
    if (command === '.quit' || command === '.exit') return false;
    if (command === '.help') {
      this.#options.output.write(HELP);
      return true;
    }
    const sql = await COMMANDS[command]?.(this.#options.log, argument);
    if (sql !== undefined) return this.#ask(sql);
    this.#complain(
      command === '.schema'
        ? 'Write .schema with the name of a table or view, for example .schema pages.'
        : `There is no ${command}; .help lists the words.`,
    );
    return true;
  }

  /** False when whoever reads the answers has gone. */
  async #ask(sql: string): Promise<boolean> {
    const { log, output, width } = this.#options;
    try {
      const answer = await log.query(sql);
      return await pour(asTable(answer, width()), output);
    } catch (error) {
      this.#complain(messageOf(error));
      return true;
    }
  }

  #complain(message: string): void {
    this.#hasErred = true;
    this.#options.error.write(`${showLines(message)}\n`);
  }

  #prompt(): void {
    if (!this.#options.isTerminal) return;
    this.#lines.setPrompt(this.#statement.isOpen ? MORE : PROMPT);
    this.#lines.prompt();
  }

  /** Ctrl-C: stops a query, else drops what was written, else leaves. */
  #interrupt(): void {
    if (this.#isBusy) this.#options.log.interrupt();
    else if (this.#statement.isOpen) {
      this.#statement.clear();
      this.#options.output.write('\n');
      this.#prompt();
    } else this.#lines.close();
  }
}

/** Talks until the input ends or `.quit`. Resolves to whether every statement went well. */
export function runShell(options: ShellOptions): Promise<boolean> {
  return new Shell(options).talk();
}
