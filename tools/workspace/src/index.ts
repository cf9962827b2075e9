export { accessMatrix } from './access/access-matrix.js';
export { CALLERS, type CallerKind, type Results } from './access/expected-results.js';
export { restInterfaces, type Field, type Operation, type RestCall } from './access/interfaces.js';
