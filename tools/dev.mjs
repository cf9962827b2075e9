// `npm run dev`: the launcher with Vite's development server in front; a changed service is built and started again.
import { watch } from 'node:fs';
import path from 'node:path';
import { install } from './install.mjs';

install();
const { build, nodePackages } = await import('./build.mjs');
const { root } = await import('./steps.mjs');
const running = nodePackages.filter((folder) => folder.startsWith('libs/') || folder.startsWith('services/'));
await build({ folders: nodePackages });
const { main } = await import('./local/dist/main.js');
await main(process.argv.slice(2), { development: { onStarted: (stack) => restartOnChange(stack) } });

/** Several files saved together count as one change. */
const QUIET_MS = 150;

function restartOnChange(stack) {
  const changed = new Set();
  let timer;
  let building = Promise.resolve();
  for (const folder of running) {
    watch(path.join(root, folder, 'src'), { recursive: true }, () => {
      changed.add(folder);
      clearTimeout(timer);
      timer = setTimeout(() => (building = building.then(rebuild)), QUIET_MS);
    });
  }

  async function rebuild() {
    const everyone = [...changed].some((folder) => folder.startsWith('libs/'));
    const folders = everyone ? running : [...changed];
    changed.clear();
    try {
      if (!(await build({ folders }))) return;
    } catch (error) {
      console.error(error.message);
      return;
    }
    for (const folder of folders) {
      if (folder.startsWith('services/'))
        for (const instance of stack.instances(path.basename(folder))) instance.kill('SIGTERM');
    }
  }
}
