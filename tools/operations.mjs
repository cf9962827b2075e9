// `operations COMMAND …`: the operators' commands in an image, where everything is built. The database of a service is
// DATABASE_URL, or that of DATABASE_ADDRESS with the password of the service's role.
import { commandNames, runCommandOf, serviceOf } from './commands.mjs';

const own = {
  'nats-authorization': natsAuthorization,
  catalogues,
  events,
  secrets,
  'stripe-sandbox': () => import('./stripe-sandbox/dist/main.js'),
};

const [command, ...args] = process.argv.splice(2, 1).concat(process.argv.slice(2));
if (command in own) await own[command](...args);
else if (commandNames.includes(command)) {
  const service = await serviceOf(command, args);
  if (service) await useDatabaseOf(service);
  await runCommandOf(command);
} else {
  console.error(
    `Commands: ${[...commandNames, ...Object.keys(own)].join(', ')}. Run one without arguments for its usage.`,
  );
  process.exitCode = 2;
}

/** The users and rights for a nats-server's configuration. */
async function natsAuthorization(stream = 'sprayhunt') {
  const { natsAuthorization: text } = await import('../libs/contracts/dist/nats-users.js');
  process.stdout.write(text(stream));
}

/** The secrets of a deployment, as files. */
async function secrets(...args) {
  const { writeSecrets } = await import('./secrets.mjs');
  writeSecrets(args);
}

/** Imports the shipped data; existing data is not changed. */
async function catalogues() {
  const { importerNames } = await import('../libs/contracts/dist/services.js');
  let failed = 0;
  for (const service of importerNames) {
    delete process.env.DATABASE_URL;
    delete process.env.DATABASE_DIRECT_URL;
    await useDatabaseOf(service);
    await import(`../services/${service}/dist/import-shipped.js`);
    failed ||= process.exitCode;
  }
  process.exitCode = failed;
}

/** `events SERVICE dead-letters|replay|…`: failed events and jobs of a service. */
async function events(service) {
  process.argv.splice(2, 1);
  await useDatabaseOf(service);
  await import('../libs/service-kit/dist/events/cli.js');
}

async function useDatabaseOf(service) {
  if (process.env.DATABASE_URL) return;
  const { databaseUrlOf } = await import('../libs/service-kit/dist/commands/database-command.js');
  process.env.DATABASE_URL = databaseUrlOf(service, process.env);
}
