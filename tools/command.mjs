// `npm run COMMAND -- …`: one of the operators' commands, built first; on DATABASE_URL or else on the data folder of
// `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, nodePackages } from './build.mjs';
import { optionOf, runCommandOf, serviceOf } from './commands.mjs';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const [command] = process.argv.splice(2, 1);
const folder = dataFolder();
install();
await build({ folders: ['libs/contracts'] });
const service = await serviceOf(command, process.argv.slice(2));
await build({
  folders: service
    ? ['libs/contracts', 'libs/service-kit', `services/${service}`]
    : nodePackages.filter((each) => /^(libs|services)\//.test(each)),
});
const databases = path.join(folder, 'databases.json');
if (service && !process.env.DATABASE_URL && existsSync(databases))
  process.env.DATABASE_URL = JSON.parse(readFileSync(databases, 'utf8'))[service];
if (command === 'import' && !process.env.DATABASE_URL && !process.argv.includes('--help')) {
  console.error(
    `Start the product first (npm start), name its data folder with --data, or set DATABASE_URL to the database ` +
      `of ${service}; ${databases} is not there.`,
  );
  process.exit(1);
}
await runCommandOf(command);

/** Of `import`, which takes `--data DIR`; the option is removed, because the command itself does not accept it. */
function dataFolder() {
  const given = command === 'import' ? optionOf(process.argv, 'data') : undefined;
  if (given === undefined) return path.join(root, '.data');
  const at = process.argv.findIndex((argument) => argument.startsWith('--data'));
  process.argv.splice(at, process.argv[at] === '--data' ? 2 : 1);
  return path.resolve(process.env.INIT_CWD ?? '.', given);
}
