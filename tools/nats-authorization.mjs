// `npm run nats-authorization [-- --stream NAME]`: prints the rights of NATS users, for a nats-server's configuration
// file.
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { install } from './install.mjs';

const { values } = parseArgs({ options: { stream: { type: 'string', default: 'sprayhunt' } } });
console.log = console.error;
install();
await build({ folders: ['libs/contracts'] });
const { natsAuthorization } = await import('../libs/contracts/dist/nats-users.js');
process.stdout.write(natsAuthorization(values.stream));
