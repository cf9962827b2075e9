export { differencesFromDocumentedLimits, type OwnRule } from './documented-limits.js';
export { eventually } from './eventually.js';
export { provisionDatabase } from './provision-database.js';
export { connectToNats, type TestDatabase, testDatabase, testNats } from './test-servers.js';
export { freePorts, isFree } from './free-ports.js';
export { cuttableLink, type CuttableLink } from './cuttable-link.js';
export { RawConnection } from './raw-connection.js';
export { publishedEvents } from './test-servers.js';
