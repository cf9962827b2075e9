import { describe, expect, it } from '@jest/globals';
import { GraphResult } from '../graphql/graph-result.js';
import { cutList, listBody } from './list-body.js';

const page = { hasNextPage: true, endCursor: 'abc' };
const response = (nodes: unknown[], more: object = {}) =>
  Buffer.from(JSON.stringify({ data: { list: { nodes, pageInfo: page } }, ...more }));
const tricky = [
  { title: '"}]}' },
  { title: ',"pageInfo":{"hasNextPage":false}}}}' },
  { title: '🎨 é \\" \\\\' },
  { nested: { pageInfo: page } },
];

describe('the body of a list', () => {
  it.each([[[]], [[{ id: 1 }]], [tricky]])('is cut out of the bytes as it is: %j', (nodes) => {
    const cut = cutList(response(nodes))!;
    expect(JSON.parse(cut.body.toString())).toEqual(nodes);
    expect(cut.page).toEqual(page);
  });

  it.each([
    ['errors behind', response([], { errors: [{ message: 'x' }] })],
    ['extensions behind', response([], { extensions: { a: { b: { c: 1 } } } })],
    ['another order', Buffer.from(JSON.stringify({ data: { list: { pageInfo: page, nodes: [] } } }))],
    ['spaces', Buffer.from(JSON.stringify({ data: { list: { nodes: [], pageInfo: page } } }, null, 1))],
    ['another alias', Buffer.from(JSON.stringify({ data: { item: { nodes: [], pageInfo: page } } }))],
    [
      'more after the page',
      Buffer.from('{"data":{"list":{"nodes":[],"pageInfo":{"hasNextPage":false},"x":{"y":{}}}}}'),
    ],
    ['an end that is cut off', response([{ id: 1 }]).subarray(0, -2)],
    ['nothing', Buffer.alloc(0)],
  ])('is not cut from bytes with %s', (_, bytes) => {
    expect(cutList(bytes)).toBeUndefined();
  });

  it('is read where it cannot be cut', () => {
    const bytes = Buffer.from(JSON.stringify({ data: { list: { pageInfo: page, nodes: tricky } } }));
    const { body, page: found } = listBody(GraphResult.ofBytes(bytes));
    expect(JSON.parse(body.toString())).toEqual(tricky);
    expect(found).toEqual(page);
  });
});
