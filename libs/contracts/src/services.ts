/** Facts about a service that other parts of the product need. */
interface ServiceFacts {
  /** The data it owns, for `docs/events.md`. */
  owns: string;
  /** Whether it has a `schema.graphql`, which becomes part of the supergraph. */
  subgraph: boolean;
  /** The key of its part in the file of `GET /api/profile/export`. */
  exportKey: string;
  /** Busy services get a larger young generation from the launcher. */
  busy: boolean;
  /** Kinds of data sets that it imports; it ships some of each. */
  imports: readonly string[];
}

/**
 * The only list of the product's services. The launcher, the gateway's configuration, the supergraph, the export,
 * erasures, the owners of events, the users of NATS, the tests and the generated docs are made from it. A service's
 * name is also its folder below `services/`, its database schema and role, and its user of NATS. See
 * `docs/add-a-service.md` for a new one.
 */
export const services = {
  users: {
    owns:
      'accounts, contacts, codes, passkeys, the state of the OpenID provider, links to another provider’s ' +
      'accounts, known devices, partners’ OAuth clients, wallets, messages, the ledger, player statistics, ' +
      'outstanding erasures, roles and suspensions, reports and moderators’ decisions',
    subgraph: true,
    exportKey: 'profile',
    busy: true,
    imports: [],
  },
  discovery: {
    owns: 'discoveries, likes, legal walls, the log of their changes',
    subgraph: true,
    exportKey: 'map',
    busy: true,
    imports: ['walls', 'works'],
  },
  media: { owns: 'uploads, pictures', subgraph: true, exportKey: 'pictures', busy: true, imports: [] },
  missions: {
    owns: 'missions, live events, participations',
    subgraph: true,
    exportKey: 'missions',
    busy: false,
    imports: ['missions'],
  },
  commerce: {
    owns: 'products with their stock, memberships, customers at Stripe, used trials, Stripe’s events',
    subgraph: true,
    exportKey: 'store',
    busy: false,
    imports: [],
  },
  gateway: {
    owns: 'browser sessions, sign-ins in progress, points of partners’ clients, a projection of roles and suspensions',
    subgraph: false,
    exportKey: 'browser',
    busy: true,
    imports: [],
  },
} as const satisfies Record<string, ServiceFacts>;

export type ServiceName = keyof typeof services;
/** A service behind the gateway. */
export type BackendName = Exclude<ServiceName, 'gateway'>;
/** A service that is part of the supergraph. */
export type SubgraphName = {
  [Name in ServiceName]: (typeof services)[Name]['subgraph'] extends true ? Name : never;
}[ServiceName];

export const serviceNames = Object.keys(services) as ServiceName[];
export const backendNames = serviceNames.filter((name): name is BackendName => name !== 'gateway');
export const isSubgraph = (name: string): name is SubgraphName =>
  name in services && services[name as ServiceName].subgraph;
export const subgraphNames = backendNames.filter(isSubgraph);
/** The services that ship data. */
export const importerNames = backendNames.filter((name) => services[name].imports.length > 0);

/** The gateway's variable of a service's address. */
export const urlVariable = <Name extends BackendName>(name: Name) =>
  `${name.toUpperCase()}_URL` as `${Uppercase<Name>}_URL`;
