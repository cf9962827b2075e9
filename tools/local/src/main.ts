import path from 'node:path';
import { parseArgs } from 'node:util';
import { stopFormerRun, reset } from './former-run.js';
import { projectRoot } from './project-root.js';
import { type Stack, startStack } from './stack.js';
import { viteProgram } from './vite.js';

const USAGE = `npm start -- [options]
  --port NUMBER  port of the web page (8080)
  --data DIR     folder for everything that is kept (.data)
  --replicas N   processes of each service (1), behind one address
  --reset        remove what is kept in that folder first`;

interface Arguments {
  port: number;
  data: string;
  reset: boolean;
  replicas: number;
}

/** Of one service: each process takes about 100 MB and up to 13 connections of the database. */
const MAX_REPLICAS = 8;

interface Mode {
  /** `npm run dev`: Vite's development server takes the public port, the gateway a free one behind it. */
  development?: { onStarted: (stack: Stack) => void };
}

/** Runs the product until SIGTERM or SIGINT; all programs have stopped when the process ends. */
export async function main(argv: string[], { development }: Mode = {}): Promise<void> {
  const startedAt = Date.now();
  const print = (line: string): void =>
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  const isEnding = new AbortController();
  let stack: Stack | undefined;

  const end = (): void => {
    if (isEnding.signal.aborted) return;
    print('Stopping');
    isEnding.abort();
    if (stack) void stack.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);

  try {
    const args = parse(argv);
    if (args.reset) await removeData(args.data, print);
    const publicUrl = `http://localhost:${args.port}`;
    stack = await startStack({
      ...(!development && { port: args.port }),
      data: args.data,
      replicas: args.replicas,
      publicUrl,
      print,
      abort: isEnding.signal,
    });
    if (development) {
      print('Starting the development server of the page');
      await stack.run(viteProgram(args.port, stack.gatewayUrl));
      development.onStarted(stack);
    }
    if (isEnding.signal.aborted) await stack.stop().then(() => process.exit(0));
    console.log(`Sprayhunt is ready at ${publicUrl}`);
  } catch (error) {
    if (isEnding.signal.aborted) process.exit(0);
    console.error(`\n${(error as Error).message}`);
    process.exit(1);
  }
}

function parse(argv: string[]): Arguments {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string', default: '8080' },
      data: { type: 'string', default: '.data' },
      replicas: { type: 'string', default: '1' },
      reset: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port must be a number from 1 to 65535, not "${values.port}".`);
  const replicas = Number(values.replicas);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > MAX_REPLICAS)
    throw new Error(`--replicas must be a number from 1 to ${MAX_REPLICAS}, not "${values.replicas}".`);
  return { port, replicas, data: path.resolve(projectRoot, values.data), reset: values.reset };
}

async function removeData(folder: string, print: (line: string) => void): Promise<void> {
  if (process.env.DATABASE_ADMIN_URL) {
    throw new Error(
      '--reset removes embedded data only. Empty the database of DATABASE_ADMIN_URL yourself, or unset it.',
    );
  }
  await stopFormerRun(folder, print);
  print(`Removing the data in ${folder}`);
  reset(folder);
}
