export { freePorts, isFree, reservePort } from './free-ports.js';
export { nodeFlags } from './node-settings.js';
export { provisionDatabase } from './provision-database.js';
