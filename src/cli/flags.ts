/** Turns the table of settings into flags of a command, and what was typed back into raw values by setting key. */
import { type Command, Option } from 'commander';
import { type SettingKey, settingList } from '../app/settings.js';
import { usageFault } from '../kit/fault.js';

export type FlagValues = Partial<Record<SettingKey, unknown>>;

const isRepeatable = (key: SettingKey, type: { safeParse(value: unknown): { data?: unknown } }): boolean =>
  key === 'set' || Array.isArray(type.safeParse('zh').data);

const twice = (later: string, earlier: string) =>
  usageFault(
    'CONFIG_CONTRADICTION',
    later === earlier
      ? `${later} is given twice; keep one of the two.`
      : `${later} means the same as ${earlier}; keep one of the two.`,
  );

/** Adds every setting to the command. The returned table fills while the command parses. */
export function addSettings(command: Command): FlagValues {
  const values: FlagValues = {};
  const spelled = new Map<SettingKey, string>();
  for (const [key, { flag, also = [], value, type }] of settingList) {
    const isMany = isRepeatable(key, type);
    const put = (spelling: string) => (text: unknown) => {
      if (isMany) values[key] = [...((values[key] as unknown[] | undefined) ?? []), text];
      else if (values[key] === undefined) values[key] = value === undefined ? true : text;
      else throw twice(spelling, spelled.get(key) ?? spelling);
      spelled.set(key, spelling);
    };
    const short = also.find(one => /^-\w$/.test(one));
    for (const spelling of [flag, ...also.filter(one => one !== short)]) {
      const names = spelling === flag && short !== undefined ? `${short}, ${spelling}` : spelling;
      const option = new Option(value === undefined ? names : `${names} <${value}>`);
      command.addOption(option);
      command.on(`option:${option.name()}`, put(spelling));
    }
  }
  return values;
}
