// The operators' commands: which service's code each runs on which database. Nothing here builds, so images use it too.
const root = new URL('..', import.meta.url);

/** Each command's program within the build of the service that keeps its data. */
const programs = {
  partners: { service: 'users', program: 'partners/cli.js' },
  role: { service: 'users', program: 'standings/cli.js' },
  event: { service: 'missions', program: 'live-events/cli.js' },
  shop: { service: 'commerce', program: 'orders/cli.js' },
  payments: { service: 'commerce', program: 'payments/cli.js' },
};

/** Files that the commands load from a service's build; not every service has all of them. */
export const commandFiles = ['tables.js', 'import.js', ...Object.values(programs).map(({ program }) => program)];

/** `database` works on all services, and `import` on the one that owns the `--kind`. */
export const commandNames = ['database', 'import', ...Object.keys(programs)];

/**
 * @returns the service whose database and code the command uses; undefined for all. It needs the build of
 * `libs/contracts`.
 */
export async function serviceOf(command, args) {
  if (command !== 'import') return programs[command]?.service;
  const { importerNames, services } = await import('../libs/contracts/dist/services.js');
  return importerNames.find((name) => services[name].imports.includes(optionOf(args, 'kind'))) ?? 'discovery';
}

/** Runs a command in this process, which ends with its exit code. It reads its arguments from `process.argv`. */
export async function runCommandOf(command) {
  const args = process.argv.slice(2);
  if (command === 'database') {
    const { databaseCommand } = await load('libs/service-kit/dist/commands/database-command.js');
    process.exitCode = await databaseCommand(
      args,
      async (service) => (await load(`services/${service}/dist/tables.js`)).tables,
    );
    return;
  }
  await load(
    `services/${await serviceOf(command, args)}/dist/${command === 'import' ? 'import.js' : programs[command].program}`,
  );
}

const load = (file) => import(new URL(file, root));

/** The value of `--NAME VALUE` or `--NAME=VALUE`. */
export function optionOf(args, name) {
  const at = args.findIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
  return at < 0 ? undefined : args[at] === `--${name}` ? args[at + 1] : args[at].slice(name.length + 3);
}
