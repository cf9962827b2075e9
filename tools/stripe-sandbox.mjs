// `npm run stripe-sandbox`: the test mode of payments by itself, at http://127.0.0.1:12111.
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
await build({ folders: ['tools/stripe-sandbox'] });
process.env.MODE ??= 'local';
await import('./stripe-sandbox/dist/main.js');
