/** A number as programs write it. */
export const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const A_NUMBER = new RegExp(`^${NUMBER}$`);

/** The marks between thousands: "5.030.123,45", "5,030,123.45", "5 030 123,45", "5'030'123.45". */
const GROUPED = /^([+-]?\d{1,3})((?:([.,'’ \u00A0\u202F])\d{3})(?:\3\d{3})*)([.,]\d+)?$/;

/** With a decimal comma. */
const WITH_COMMA = /^[+-]?\d+,\d+$/;

/** A number of any country's notation; undefined for other text. "5.030" and "5,030" have decimals. */
export function numberIn(given: string): number | undefined {
  const text = given.trim().replace(/^[−–](?=\d)/, '-');
  if (A_NUMBER.test(text)) return Number(text);
  if (WITH_COMMA.test(text)) return Number(text.replace(',', '.'));
  const grouped = GROUPED.exec(text);
  if (!grouped || grouped[4]?.[0] === grouped[3]) return undefined;
  return Number(grouped[1] + grouped[2]!.replaceAll(grouped[3]!, '') + (grouped[4] ?? '').replace(',', '.'));
}
