/** The services that answer GraphQL. */
export const SUBGRAPHS = ['discovery', 'users', 'media'] as const;

export type SubgraphName = (typeof SUBGRAPHS)[number];

export const isSubgraph = (name: string): name is SubgraphName => (SUBGRAPHS as readonly string[]).includes(name);
