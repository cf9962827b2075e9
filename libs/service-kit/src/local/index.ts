export { freePorts, isFree } from './free-ports.js';
export { provisionDatabase } from './provision-database.js';
