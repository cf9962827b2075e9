import { describe, expect, it } from '@jest/globals';
import { priceLines, type Priceable, SHIPPING_FEE_MINOR } from './price.js';

const line = (unitMinor: number, quantity = 1, more: Partial<Priceable> = {}): Priceable => ({
  unitMinor,
  quantity,
  brand: null,
  cans: 0,
  ...more,
});
const nightline = (quantity: number, unitMinor = 7_20, cans = 1) =>
  line(unitMinor, quantity, { brand: 'Nightline', cans });
const kerbside = (quantity: number, unitMinor = 6_50, cans = 1) =>
  line(unitMinor, quantity, { brand: 'Kerbside', cans });
const totalsOf = (...lines: Priceable[]) => priceLines(lines).totals;

describe('shipping', () => {
  it.each([
    ['$74.99', [line(74_99)], SHIPPING_FEE_MINOR],
    ['$75.00', [line(75_00)], 0],
    ['$75.00 of two lines', [line(25_00, 2), line(25_00)], 0],
    ['$199.99 with a can of Nightline', [line(192_79), nightline(1)], SHIPPING_FEE_MINOR],
    ['$200.00 with a can of Nightline', [line(192_80), nightline(1)], 0],
    ['$75.00 with a can of Kerbside', [line(68_50), kerbside(1)], 0],
    ['nothing', [], 0],
  ])('of %s [MERCH-17 MERCH-20 MERCH-21]', (_, lines, shipping) => {
    const totals = totalsOf(...lines);
    expect(totals.shipping).toBe(shipping);
    expect(totals.total).toBe(totals.subtotal - totals.wholesaleDiscount + shipping);
  });

  it('uses the amount after the wholesale discount', () => {
    // 50 cans of 5.20 are 260.00, and 195.00 at wholesale.
    expect(totalsOf(nightline(50, 5_20))).toMatchObject({
      subtotal: 260_00,
      wholesaleDiscount: 65_00,
      shipping: SHIPPING_FEE_MINOR,
      freeShippingFrom: 200_00,
    });
  });
});

describe('wholesale', () => {
  it.each([
    ['49 cans of Nightline', [nightline(49)], 0],
    ['50 cans of Nightline', [nightline(50)], 90_00],
    ['44 cans and a pack of six', [nightline(44), nightline(1, 39_60, 6)], (44 * 7_20 + 39_60) / 4],
    ['99 cans of Kerbside', [kerbside(99)], 0],
    ['100 cans of Kerbside', [kerbside(100)], 195_00],
    ['49 and 99 cans', [nightline(49), kerbside(99)], 0],
    ['50 cans with a shirt, which costs the same', [nightline(50), line(24_99)], 90_00],
  ])('for %s [MERCH-22 MERCH-23]', (_, lines, discount) => expect(totalsOf(...lines).wholesaleDiscount).toBe(discount));

  it('is rounded to the minor unit line by line, halves for the buyer', () => {
    expect(priceLines([nightline(25, 1_01), nightline(25, 1_03)]).lineTotals).toEqual([25_25 - 6_31, 25_75 - 6_44]);
    expect(priceLines([nightline(50, 1)]).totals.wholesaleDiscount).toBe(13);
  });
});

/** The same in decimals and without cleverness. */
function slowly(lines: readonly Priceable[]): { lines: bigint[]; shipping: bigint; total: bigint } {
  const cansOf = (brand: string) => {
    let cans = 0;
    for (const each of lines)
      if (each.brand === brand) for (let piece = 0; piece < each.quantity; piece += 1) cans += each.cans;
    return cans;
  };
  let goods = 0n;
  const totals = lines.map(({ unitMinor, quantity, brand, cans }) => {
    let full = 0n;
    for (let piece = 0; piece < quantity; piece += 1) full += BigInt(unitMinor);
    let percent = 0n;
    if (brand === 'Nightline' && cans > 0 && cansOf('Nightline') >= 50) percent = 25n;
    if (brand === 'Kerbside' && cans > 0 && cansOf('Kerbside') >= 100) percent = 30n;
    const hundredths = full * percent;
    const down = hundredths / 100n;
    const discount = (hundredths % 100n) * 2n >= 100n ? down + 1n : down;
    goods += full - discount;
    return full - discount;
  });
  const hasNightline = lines.some(({ brand, cans, quantity }) => brand === 'Nightline' && cans > 0 && quantity > 0);
  const isFree = goods === 0n || (hasNightline ? goods >= 20_000n : goods >= 7_500n);
  const shipping = isFree ? 0n : 790n;
  return { lines: totals, shipping, total: goods + shipping };
}

/** Random numbers that are the same in each run (mulberry32). */
function randomly(seed: number) {
  let state = seed;
  return (least: number, most: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return least + (((mixed ^ (mixed >>> 14)) >>> 0) % (most - least + 1));
  };
}

it('equals a slow recomputation for 1,000 random carts, and is never negative [MERCH-11 MERCH-15]', () => {
  const wrong: object[] = [];
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const pick = randomly(seed);
    const lines = Array.from({ length: pick(0, 6) }, () => {
      const brand = [null, 'Nightline', 'Kerbside', 'Elsewhere'][pick(0, 3)]!;
      return line(pick(1, 12_000), pick(0, 60), { brand, cans: brand === null ? 0 : [0, 1, 6, 12][pick(0, 3)]! });
    });
    const { lineTotals, totals } = priceLines(lines);
    const { subtotal, wholesaleDiscount, shipping, total } = totals;
    const expected = slowly(lines);
    const isEqual =
      [...lineTotals, shipping, total].join() === [...expected.lines, expected.shipping, expected.total].join();
    const isSum = subtotal - wholesaleDiscount + shipping === total;
    if (
      !isEqual ||
      !isSum ||
      [...lineTotals, ...Object.values(totals)].some((amount) => amount < 0 || !Number.isSafeInteger(amount))
    )
      wrong.push({ seed, lines, lineTotals, totals });
  }
  expect(wrong).toEqual([]);
});
