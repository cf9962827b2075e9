import { expect, it } from '@jest/globals';
import { stintAt } from './stints.js';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
const first = { startedAt: at(10), endedAt: at(20) };
const second = { startedAt: at(30), endedAt: null };

it.each([
  [9, undefined],
  [10, first],
  [19, first],
  [20, undefined],
  [29, undefined],
  [30, second],
  [59, second],
])('minute %i is in its stint', (minute, stint) => expect(stintAt([first, second], at(minute))).toBe(stint));
