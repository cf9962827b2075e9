import { describe, expect, it } from '@jest/globals';
import { GraphResult } from './graph-result.js';

const mayHaveErrors = (response: object) => GraphResult.ofBytes(Buffer.from(JSON.stringify(response))).mayHaveErrors();
const refused = { message: 'Variable "$x" got invalid value {}', extensions: { a: { b: {} } } };

describe('the result of an operation', () => {
  it.each([
    { list: { nodes: [], pageInfo: { hasNextPage: false } } },
    { item: null },
    { item: { title: '"errors":[{}]}' } },
    { id: 'x' },
  ])('has no errors if the service wrote none: %j', (data) => {
    expect(mayHaveErrors({ data })).toBe(false);
  });

  it.each([{ list: { nodes: [] } }, { item: null }, {}, null])(
    'may have some if the service wrote them behind %j',
    (data) => {
      expect(mayHaveErrors({ data, errors: [refused] })).toBe(true);
    },
  );

  it.each(['', '{}', '{"data":{', '{"errors":[],"data":{"a":{}}}', '{"data":{"a":1}}\n'])(
    'may have some in bytes of another form: %j',
    (text) => {
      expect(GraphResult.ofBytes(Buffer.from(text)).mayHaveErrors()).toBe(true);
    },
  );
});
