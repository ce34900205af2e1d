/**
 * Which moment does a date on the web mean? W3C date and time (sitemaps, Atom), RFC 822 and its followers (RSS, HTTP),
 * RFC 850 and asctime. Nothing is guessed: what fits none of these forms is NaN. A date without a zone is UTC.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours east of Greenwich. Zone names are RFC 822 §5.1, then two that European feeds use. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
};

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?`;
const ZONE = String.raw`([a-z]{1,4}|(?:gmt|utc)?[+-]\d\d:?\d\d)`;
const WEEKDAY = '(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6},? ?)?';

/** year, month, day, hour, minute, second, zone */
const W3C = new RegExp(String.raw`^(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:[t ]${TIME} ?${ZONE}?)?)?)?$`);
/** day, month, year, hour, minute, second, zone */
const MAIL = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d\d)(?: ${TIME}(?: ?${ZONE})?)?$`,
);
/** month, day, hour, minute, second, year */
const ASCTIME = new RegExp(String.raw`^${WEEKDAY}([a-z]{3}) (\d{1,2}) ${TIME} (\d{4})$`);

interface Parts {
  readonly year: string;
  /** From 1. */
  readonly month: number;
  readonly day?: string | undefined;
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  readonly zone?: string | undefined;
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined) return 0;
  const offset = /([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (offset === null) return (ZONE_HOURS[zone] ?? Number.NaN) * 60;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return offset[1] === '-' ? -minutes : minutes;
}

/** RFC 2822 §4.3: two digits are 2000 to 2049, then 1950 to 1999. */
function fullYear(year: string): number {
  const number = Number(year);
  return year.length > 2 ? number : number + (number < 50 ? 2000 : 1900);
}

function momentOf(parts: Parts): number {
  const day = Number(parts.day ?? 1);
  const hour = Number(parts.hour ?? 0);
  const minute = Number(parts.minute ?? 0);
  const second = Number(parts.second ?? 0);
  if (!(parts.month >= 1 && parts.month <= 12) || hour > 24 || minute > 59 || second > 60) return Number.NaN;
  const date = new Date(0);
  date.setUTCFullYear(fullYear(parts.year), parts.month - 1, day);
  if (date.getUTCDate() !== day) return Number.NaN;
  return date.getTime() + ((hour * 60 + minute - zoneMinutes(parts.zone)) * 60 + second) * 1000;
}

const monthOf = (name: string): number => MONTHS.indexOf(name) + 1;

/** Milliseconds since 1970 of a date as the web writes it, or NaN. Linear in the text; texts over 64 characters are NaN. */
export function readDate(text: string): number {
  if (text.length > 200) return Number.NaN;
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (plain.length > 64) return Number.NaN;
  const w3c = W3C.exec(plain);
  if (w3c !== null) {
    const [, year = '', month = '1', day, hour, minute, second, zone] = w3c;
    return momentOf({ year, month: Number(month), day, hour, minute, second, zone });
  }
  const mail = MAIL.exec(plain);
  if (mail !== null) {
    const [, day, month = '', year = '', hour, minute, second, zone] = mail;
    return momentOf({ year, month: monthOf(month), day, hour, minute, second, zone });
  }
  const asctime = ASCTIME.exec(plain);
  if (asctime === null) return Number.NaN;
  const [, month = '', day, hour, minute, second, year = ''] = asctime;
  return momentOf({ year, month: monthOf(month), day, hour, minute, second });
}
