export { eventually } from './eventually.js';
export { freePorts, isFree, provisionDatabase, reservePort } from '../local/index.js';
export {
  connectToNats,
  type TestDatabase,
  testDatabase,
  testDatabaseName,
  testNats,
  withServer,
} from './test-servers.js';
export { interruptibleProxy, type InterruptibleProxy } from './interruptible-proxy.js';
export { RawConnection } from './raw-connection.js';
export { publishedEvents } from './test-servers.js';
export { pmtilesOf } from './pmtiles.js';
