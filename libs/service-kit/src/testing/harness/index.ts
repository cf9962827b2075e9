export { clearErasedEvents } from '../../erasure/clear-erased-events.js';
export { endUnreadBodies } from '../../http/unread-bodies.js';
export { eventOf } from './event-stream.js';
export { guest, identityKeys, player, signIdentity } from './identities.js';
export { withLostResponses } from './lost-responses.js';
export { migratedDatabase, openMigratedDatabase, type OpenDatabase } from './migrated-database.js';
export { runForTests, testEnvironment, type OwnVariables, type RunningForTests } from './run-for-tests.js';
export { serviceClient, type GraphQLResult, type ServiceClient } from './service-client.js';
export { statementsOf } from './statements.js';
