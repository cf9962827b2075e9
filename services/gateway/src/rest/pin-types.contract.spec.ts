import { expect, it } from '@jest/globals';
import { assertEnumType } from 'graphql';
import { Planner } from '../graphql/planner.js';
import { PINS } from './pin-types.js';

it('the pin types of the REST facade are those of the graph', () => {
  const inGraph = assertEnumType(new Planner().apiSchema.getType('PinType'))
    .getValues()
    .map(({ name }) => name);
  expect(PINS.map(({ type }) => type).toSorted()).toEqual(inGraph.toSorted());
});
