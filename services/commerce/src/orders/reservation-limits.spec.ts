import { describe, expect, it } from '@jest/globals';
import {
  exceededLimit,
  reservationLimitsOf,
  reservationVariables,
  type OpenReservation,
} from './reservation-limits.js';

const limits = {
  buyer: { pieces: 20, dollars: 100 },
  address: { pieces: 40, dollars: 300 },
  stockPercent: 20,
  sharedPieces: 1,
};
const open = (quantity: number, more: Partial<OpenReservation> = {}): OpenReservation => ({
  isBuyers: true,
  isAtAddress: true,
  total: 10_00,
  lines: [{ variantId: 'tote', quantity }],
  ...more,
});
const order = (quantity: number, total = 10_00) => ({ total, lines: [{ variantId: 'tote', quantity }] });
const of = (pieces: number) => new Map([['tote', pieces]]);

describe('unpaid orders', () => {
  it('of one buyer reserve a number of pieces at most', () => {
    expect(exceededLimit(limits, [open(15)], order(5), of(1_000))).toBeUndefined();
    expect(exceededLimit(limits, [open(15)], order(6), of(1_000))).toEqual({
      kind: 'pieces',
      limit: 20,
      hasOthers: true,
    });
    expect(exceededLimit(limits, [], order(21), of(1_000))).toEqual({ kind: 'pieces', limit: 20, hasOthers: false });
    expect(exceededLimit(limits, [open(15, { isBuyers: false })], order(6), of(1_000))).toBeUndefined();
  });

  it('of one buyer reserve an amount at most', () => {
    expect(exceededLimit(limits, [open(1, { total: 60_00 })], order(1, 40_00), of(1_000))).toBeUndefined();
    expect(exceededLimit(limits, [open(1, { total: 60_00 })], order(1, 40_01), of(1_000))).toEqual({
      kind: 'dollars',
      limit: 100,
      hasOthers: true,
    });
  });

  it('of all buyers at one address have a limit of their own', () => {
    const others = [open(20, { isBuyers: false }), open(15, { isBuyers: false })];
    expect(exceededLimit(limits, others, order(5), of(1_000))).toBeUndefined();
    expect(exceededLimit(limits, others, order(6), of(1_000))).toEqual({ kind: 'pieces', limit: 40, hasOthers: true });
    expect(
      exceededLimit(
        limits,
        others.map((one) => ({ ...one, isAtAddress: false })),
        order(6),
        of(1_000),
      ),
    ).toBeUndefined();
  });

  it.each([
    [1_000, 0, 20, undefined],
    [50, 0, 10, undefined],
    [50, 0, 11, 10],
    [50, 4, 6, undefined],
    [50, 4, 7, 10],
    [9, 0, 1, undefined],
    [9, 0, 2, 1],
    [1, 0, 1, undefined],
    [4, 1, 1, 1],
  ])('of %i pieces, of which the same person has %i, reserve %i more: limit %s', (pieces, had, wanted, limit) => {
    const exceeded = exceededLimit(limits, had ? [open(had)] : [], order(wanted), of(pieces));
    expect(exceeded).toEqual(
      limit === undefined ? undefined : { kind: 'stock', lines: [{ index: 0, limit }], hasOthers: had > 0 },
    );
  });

  it('count for the share of a product by buyer and by address', () => {
    expect(
      exceededLimit(limits, [open(6, { isBuyers: false }), open(6, { isAtAddress: false })], order(4), of(50)),
    ).toBeUndefined();
    expect(
      exceededLimit(limits, [open(6, { isBuyers: false }), open(6, { isAtAddress: false })], order(5), of(50)),
    ).toMatchObject({ kind: 'stock' });
  });

  it('at one address may reserve some pieces of a small stock together', () => {
    const neighbours = [open(1, { isBuyers: false }), open(1, { isBuyers: false })];
    expect(exceededLimit({ ...limits, sharedPieces: 3 }, neighbours, order(1), of(5))).toBeUndefined();
    expect(exceededLimit({ ...limits, sharedPieces: 2 }, neighbours, order(1), of(5))).toEqual({
      kind: 'stock',
      lines: [{ index: 0, limit: 2 }],
      hasOthers: true,
    });
    expect(exceededLimit({ ...limits, sharedPieces: 3 }, [], order(2), of(5))).toEqual({
      kind: 'stock',
      lines: [{ index: 0, limit: 1 }],
      hasOthers: false,
    });
  });
});

it('the limits are set by variables', () => {
  const { RESERVATION_PER_BUYER: perBuyer, RESERVATION_STOCK_PERCENT: percent } = reservationVariables;
  expect(perBuyer.parse('7/90')).toEqual({ pieces: 7, dollars: 90 });
  expect(['7', '0/5', '7/9/1', '-1/5'].filter((written) => perBuyer.safeParse(written).success)).toEqual([]);
  expect([percent.parse(undefined), percent.safeParse(0).success, percent.safeParse(101).success]).toEqual([
    20,
    false,
    false,
  ]);
  const production = reservationLimitsOf({
    MODE: 'production',
    RESERVATION_STOCK_PERCENT: 20,
    RESERVATION_PER_BUYER: { pieces: 7, dollars: 90 },
  });
  expect(production).toEqual({
    buyer: { pieces: 7, dollars: 90 },
    address: { pieces: 800, dollars: 20_000 },
    stockPercent: 20,
    sharedPieces: 1,
  });
  expect(reservationLimitsOf({ MODE: 'local', RESERVATION_STOCK_PERCENT: 20 })).toMatchObject({
    address: { pieces: 1_500 },
    sharedPieces: 20,
  });
});
