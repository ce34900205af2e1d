/** Turns the table of settings into flags of a command, and what was typed back into raw values by setting key. */
import { type Command, Option } from 'commander';
import { negationOf } from '../app/setting.js';
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

/** A flag for what must not stand on a command line says where it belongs. */
function refuse(command: Command, flag: string): void {
  const option = new Option(`${flag} [VALUE]`);
  command.addOption(option);
  command.on(`option:${option.name()}`, () => {
    throw usageFault(
      'CONFIG_BAD_VALUE',
      `${flag} is no flag, for others could read it; write ${flag.slice(2)}: into the file of --config.`,
    );
  });
}

/** Adds every setting to the command. The returned table fills while the command parses. */
export function addSettings(command: Command): FlagValues {
  const values: FlagValues = {};
  const spelled = new Map<SettingKey, string>();
  for (const [key, one] of settingList) {
    const { flag, also = [], value, type } = one;
    if (one.hasNoFlag) {
      refuse(command, flag);
      continue;
    }
    const isMany = isRepeatable(key, type);
    const put = (spelling: string) => (text: unknown) => {
      if (isMany) values[key] = [...((values[key] as unknown[] | undefined) ?? []), text];
      else if (values[key] === undefined)
        values[key] = value === undefined ? !spelling.startsWith('--no-') : text;
      else throw twice(spelling, spelled.get(key) ?? spelling);
      spelled.set(key, spelling);
    };
    const short = also.find(other => /^-\w$/.test(other));
    for (const spelling of [flag, ...negationOf(one), ...also.filter(other => other !== short)]) {
      const names = spelling === flag && short !== undefined ? `${short}, ${spelling}` : spelling;
      const option = new Option(value === undefined ? names : `${names} <${value}>`);
      command.addOption(option);
      command.on(`option:${option.name()}`, put(spelling));
    }
  }
  return values;
}
