/** The services that answer GraphQL. */
export const SUBGRAPHS = ['discovery', 'users', 'media'] as const;

export type SubgraphName = (typeof SUBGRAPHS)[number];

/** All services behind the gateway; not every one answers GraphQL yet. */
export const SERVICES = [...SUBGRAPHS, 'missions', 'commerce'] as const;

export type ServiceName = (typeof SERVICES)[number];

export const isSubgraph = (name: string): name is SubgraphName => (SUBGRAPHS as readonly string[]).includes(name);
