import type { Refuse } from './route-input.js';
import type { Route } from './route.js';

const entriesOf = (list: unknown): string[] | undefined =>
  typeof list === 'string' && list !== '' ? list.split(',').map((entry) => entry.trim()) : undefined;

function box(sent: unknown, refuse: Refuse): unknown {
  const numbers = entriesOf(sent)?.map((entry) => (entry === '' ? Number.NaN : Number(entry)));
  const isBox = !numbers || (numbers.length === 4 && numbers.every(Number.isFinite));
  return isBox
    ? numbers
    : refuse(
        'bbox',
        'INVALID',
        'bbox is four numbers with commas between them: west, south, east and north in degrees.',
      );
}

const LIST = { type: ['string', 'null'] };

/** The changes feed for partners, read by a cursor that they keep between calls. */
export const changeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/changes',
    summary: 'What happened to works and legal walls, in order, of the last 30 days',
    operation: 'changes',
    access: 'anyone',
    input: {
      from: 'query',
      defaults: { limit: 100 },
      fields: {
        limit: { description: 'How many to return.' },
        since: {
          description:
            'The `pageInfo.endCursor` of the previous call, also where it had no next page; or an instant. ' +
            'Without it, the oldest change that is kept.',
        },
        kinds: {
          description: 'Kinds with commas between them, such as `work.created,work.removed`.',
          schema: LIST,
          read: entriesOf,
        },
        bbox: {
          description: 'West, south, east and north in degrees, with commas between them.',
          schema: LIST,
          read: box,
        },
      },
    },
    status: 200,
    response: { kind: 'item', name: 'Changes' },
  },
];
