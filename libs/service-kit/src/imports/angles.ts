import { numberIn } from './numbers.js';

/** Degrees, and the axis where a direction of the compass names it. */
export interface Angle {
  degrees: number;
  axis?: 'latitude' | 'longitude';
}

/** After `tidied`: degrees, minutes and seconds, of which the last may have decimals; their signs may be missing. */
const ANGLE =
  String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*°?` +
  String.raw`(?:[\s:]*(\d{1,2}(?:\.\d+)?)\s*'?(?:[\s:]*(\d{1,2}(?:\.\d+)?)\s*"?)?)?`;
/** In English, French, Spanish, Portuguese, Italian, Dutch and German; O is west, but Ost is east. */
const DIRECTION =
  '(?<!\\p{L})(n(?:orth|ord|orte)?|s(?:outh|ud|üd|ur|ul)?|e(?:ast|ste?)?|w(?:est)?|' +
  'o(?:uest|este|vest|st)?)(?!\\p{L})\\.?';
const BETWEEN = '[\\s,;/|&]*';

const whole = (pattern: string) => new RegExp(`^${pattern}$`, 'iu');
const BEFORE = whole(`${DIRECTION}\\s*${ANGLE}`);
const AFTER = whole(`${ANGLE}\\s*${DIRECTION}`);
const ALONE = whole(ANGLE);
const TWO_BEFORE = new RegExp(`(${DIRECTION}\\s*${ANGLE})${BETWEEN}(${DIRECTION}\\s*${ANGLE})`, 'iu');
const TWO_AFTER = new RegExp(`(${ANGLE}\\s*${DIRECTION})${BETWEEN}(${ANGLE}\\s*${DIRECTION})`, 'iu');
const TWO_ALONE = /(-?\d{1,3}\s*°[\d\s.'"]*?)\s*[,;/\s]\s*(-?\d{1,3}\s*°[\d\s.'"]*)/u;

/** One sign for degrees, minutes and seconds each, and decimal points. */
const tidied = (text: string) =>
  text
    .replace(/[−–](?=\s?\d)/g, '-')
    .replace(/[º˚]|\bdeg(?:rees)?\b|(?<=\d)d(?=\s?\d)/gi, '°')
    .replace(/[′’‘´ʹ`]|(?<=\d)\s?m(?:in)?\b|(?<=\d)m(?=\d)/gi, "'")
    .replace(/''|[″”“ʺ]|(?<=\d)\s?s(?:ec\b|(?=\s?[NSEWO]))/gi, '"')
    .replace(/(\d),(\d)/g, '$1.$2')
    .trim();

/** An angle in degrees: a number, "52.5 N", "N 52° 30.123", "45°30'12\"N", "45 30 12 N"; undefined for other text. */
export function angleIn(text: string): Angle | undefined {
  const number = numberIn(text.replace(/\s*[°º˚]\s*$/, ''));
  return number === undefined ? tidyAngle(tidied(text)) : { degrees: number };
}

function tidyAngle(text: string): Angle | undefined {
  const before = BEFORE.exec(text);
  if (before) return angleOf(before.slice(2, 5), before[1]);
  const after = AFTER.exec(text);
  if (after) return angleOf(after.slice(1, 4), after[4]);
  const alone = /°|:.*:/.test(text) ? ALONE.exec(text) : null;
  return alone ? angleOf(alone.slice(1, 4)) : undefined;
}

/** Two angles anywhere in a text, in its order. */
export function anglesIn(text: string): [Angle, Angle] | undefined {
  const tidy = tidied(text);
  const two = TWO_BEFORE.exec(tidy) ?? TWO_AFTER.exec(tidy);
  const parts = two ? [two[1]!, two[6]!] : TWO_ALONE.exec(tidy)?.slice(1, 3);
  const [first, second] = (parts ?? []).map((part) => tidyAngle(part.trim()));
  return first &&
    second &&
    (first.axis === undefined) === (second.axis === undefined) &&
    (first.axis !== second.axis || !first.axis)
    ? [first, second]
    : undefined;
}

function angleOf(parts: (string | undefined)[], direction?: string): Angle | undefined {
  const numbers = parts.filter((part) => part !== undefined && part !== '').map(Number);
  const [degrees = NaN, minutes = 0, seconds = 0] = numbers;
  const hasDecimalsWithin = numbers.slice(0, -1).some((number) => !Number.isInteger(number));
  if (hasDecimalsWithin || minutes >= 60 || seconds >= 60) return undefined;
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  const sign = parts[0]!.startsWith('-') ? -1 : 1;
  if (direction === undefined) return { degrees: sign * size };
  const isOpposite = /^[swo]/i.test(direction) && !/^ost$/i.test(direction);
  return { degrees: (isOpposite ? -1 : sign) * size, axis: /^[ns]/i.test(direction) ? 'latitude' : 'longitude' };
}
