import { parse } from 'graphql';
import { ApolloPlanner } from '../graphql/apollo-planner.js';
import { idOf, type ShippedPlans } from '../graphql/planner.js';
import { shippedOperations } from './shipped-operations.js';

/** Plans what we ship: the operations of the REST table and the page's documents. */
export function planShipped(supergraphSdl: string, pageDocuments: Iterable<string>): ShippedPlans {
  const planner = new ApolloPlanner(supergraphSdl);
  const texts = [...[...shippedOperations().values()].map(({ text }) => text), ...pageDocuments];
  const plans = texts.map((text) => [idOf(text), planner.directFetch(parse(text)) ?? null] as const);
  return Object.fromEntries(plans.sort(([one], [other]) => (one < other ? -1 : 1)));
}
