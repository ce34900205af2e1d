/** The settings as a TypeScript interface, so that an editor shows what each option of a program means. */
import { z } from 'zod';
import { configSchema } from './config.js';
import { optionKeys, optionName } from './layer.js';
import { defaultOf } from './reference-config.js';
import { type SettingKey, settings } from './settings.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A type in TypeScript. */
function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(one => `'${one}'`).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `readonly ${inBrackets(typeOf(schema.items ?? {}))}[]`;
  if (schema.type === 'object')
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties ?? {})}>>`;
  const names = [schema.type ?? 'unknown'].flat().map(name => (name === 'integer' ? 'number' : name));
  return names.join(' | ');
}

const inBrackets = (type: string): string => (type.includes('|') ? `(${type})` : type);

function entryOf(key: SettingKey, schema: Schema): string {
  const one = settings[key];
  const words = `${one.help} Must be ${one.must}.\n   * Default: ${defaultOf(one)}.`;
  return `  /**\n   * ${words.replaceAll('*/', '* /')}\n   */\n  readonly ${optionName(key)}?: ${typeOf(schema)} | undefined;\n`;
}

/** src/app/crawl-settings.ts */
export function optionInterface(): string {
  const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input' }) as Schema;
  const entries = optionKeys.map(key => entryOf(key, properties[key] ?? {}));
  return `/** Settings of a crawl as options of a program. Made from the settings by \`npm run reference\`. */
export interface CrawlSettings {
${entries.join('')}}
`;
}
