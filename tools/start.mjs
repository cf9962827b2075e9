// `npm start`: installs and builds what is missing, then runs the launcher in this process. It makes few
// objects, so its script leaves little room for young ones.
import { install } from './install.mjs';

install();
const { build } = await import('./build.mjs');
await build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const { main } = await import('./local/dist/main.js');
await main(process.argv.slice(2));
