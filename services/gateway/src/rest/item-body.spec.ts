import { describe, expect, it } from '@jest/globals';
import { GraphResult } from '../graphql/graph-result.js';
import { cutItem, itemBody } from './item-body.js';

const response = (item: unknown, more: object = {}) => Buffer.from(JSON.stringify({ data: { item }, ...more }));
const tricky = [
  { title: '"}}' },
  { title: '}},"item":{' },
  { title: '🎨 é \\" \\\\' },
  { nested: { data: { item: {} } } },
];

describe('the body of an item', () => {
  it.each([[{}], [{ id: 1, of: { a: [] } }], [tricky], ['text'], [7], [null]])(
    'is cut out of the bytes as it is: %j',
    (item) => {
      expect(JSON.parse(cutItem(response(item))!.toString())).toEqual(item);
    },
  );

  it.each([
    ['extensions behind', response({}, { extensions: { a: {} } })],
    ['spaces', Buffer.from(JSON.stringify({ data: { item: {} } }, null, 1))],
    ['another alias', Buffer.from('{"data":{"list":{}}}')],
    ['an end that is cut off', response({ id: 1 }).subarray(0, -2)],
    ['no item', Buffer.from('{"data":{"item":}}')],
    ['nothing', Buffer.alloc(0)],
  ])('is not cut from bytes with %s', (_, bytes) => {
    expect(cutItem(bytes)).toBeUndefined();
  });

  it('is nothing where the item is null, cut or read', () => {
    expect(itemBody(GraphResult.ofBytes(response(null)))).toBeUndefined();
    expect(itemBody(GraphResult.ofResponse({ data: { item: null } }))).toBeUndefined();
  });

  it('is read where it cannot be cut', () => {
    const bytes = Buffer.from(JSON.stringify({ data: { item: tricky } }, null, 1));
    expect(JSON.parse(itemBody(GraphResult.ofBytes(bytes))!.toString())).toEqual(tricky);
  });
});
