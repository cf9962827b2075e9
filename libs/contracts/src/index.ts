export {
  defineEvent,
  envelopeOf,
  type CloudEvent,
  type DataOf,
  type EventDefinition,
  type EventOf,
  type EventOwner,
} from './define-event.js';
export * from './events.js';
export { contracts } from './contracts.js';
export {
  backendNames,
  isSubgraph,
  serviceNames,
  services,
  subgraphNames,
  urlVariable,
  type BackendName,
  type ServiceName,
  type SubgraphName,
} from './services.js';
export { OPEN_DATA_ACCOUNT } from './open-data-account.js';
export { consumerName, inboxPrefix } from './nats-users.js';
