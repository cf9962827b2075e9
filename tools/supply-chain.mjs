// `npm run sbom -- FILE` and `npm run advisories`: the commands of tools/workspace/src/supply-chain, built first.
import { build } from './build.mjs';
import { install } from './install.mjs';

const [command] = process.argv.splice(2, 1);
install();
await build({ folders: ['tools/workspace'] });
await import(new URL(`workspace/dist/supply-chain/${command}-command.js`, import.meta.url));
