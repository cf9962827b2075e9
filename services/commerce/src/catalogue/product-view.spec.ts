import { expect, it } from '@jest/globals';
import { discountPercent } from './product-view.js';

it.each([
  [64_99, 54_99, 15],
  [89_99, 74_99, 17],
  [20_00, 19_90, 1],
  [10_00, 10_00, 0],
])('from %i to %i minor units is %i percent less, rounded [MERCH-12]', (original, price, percent) => {
  expect(discountPercent(original, price)).toBe(percent);
});
