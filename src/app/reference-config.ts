/** Reference of the settings, made from `settings.ts`: a page for people and a JSON Schema for editors. */
import { z } from 'zod';
import { configSchema } from './config.js';
import { fileName, variableName } from './layer.js';
import { page, table } from './reference-page.js';
import { GROUPS, LIVE_GROUPS, negationOf, type Setting } from './setting.js';
import { type SettingKey, settingList, settings } from './settings.js';

export function defaultOf(one: Setting): string {
  if (one.defaultText !== undefined) return one.defaultText;
  const value: unknown = one.type.safeParse(undefined).data;
  const isNone = Array.isArray(value) || (typeof value === 'object' && value !== null);
  return isNone ? 'none' : String(value);
}

function row([key, one]: readonly [SettingKey, Setting]): readonly string[] {
  const flags = one.hasNoFlag
    ? `none; \`${fileName(key)}:\` in a file`
    : [one.flag, ...negationOf(one), ...(one.also ?? [])].map(flag => `\`${flag}\``).join(', ');
  return [flags, `\`${variableName(key)}\``, defaultOf(one), `${one.help} Must be ${one.must}.`];
}

/** docs/reference/config.md */
export function configReference(): string {
  const groups = GROUPS.map(group => {
    const rows = settingList.filter(([, one]) => one.group === group).map(row);
    const scope = LIVE_GROUPS.includes(group)
      ? 'A crawl of a stored web (`--web`) takes none of these.\n\n'
      : '';
    return `## ${group}\n\n${scope}${table(['flag', 'variable', 'default', 'meaning'], rows)}`;
  });
  return page(
    'Settings of a crawl',
    [
      'Every setting is a flag of `dowser crawl`, a key of the file given with `--config` (YAML or JSON; the flag without its',
      'dashes) and a variable. A flag beats a variable, a variable beats the file. A flag that is repeatable is a list in a',
      'file; in a variable its values are separated by white space, those of `--header` by line breaks. Relative paths start from the current directory.',
      '[config.schema.json](config.schema.json) is the JSON Schema of the file.',
    ].join('\n'),
    groups,
  );
}

type JsonSchema = { properties?: Record<string, unknown>; [name: string]: unknown };

/** docs/reference/config.schema.json: the schema of the file, under the names of the file. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchema;
  const properties: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema.properties ?? {})) {
    properties[fileName(key as SettingKey)] = value;
    for (const alias of settings[key as SettingKey].also ?? [])
      if (alias.startsWith('--')) properties[alias.slice(2)] = value;
  }
  return `${JSON.stringify({ ...schema, title: 'Settings of a Dowser crawl', properties }, undefined, 2)}\n`;
}
