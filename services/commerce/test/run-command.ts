import { jest } from '@jest/globals';
import { Jobs } from '@sprayhunt/service-kit';
import type { RunningCommerce } from './running-commerce.js';

type Command = (
  args: string[],
  open: () => Promise<{ dataSource: RunningCommerce['database']; jobs: Jobs }>,
) => Promise<number>;

/** Runs an operators' command on the database of a running service. */
export async function runCommand(
  command: Command,
  { database }: RunningCommerce,
  args: string[],
): Promise<{ code: number; said: string }> {
  const [out, err] = [
    jest.spyOn(console, 'log').mockImplementation(() => undefined),
    jest.spyOn(console, 'error').mockImplementation(() => undefined),
  ];
  const dataSource = Object.create(database, { destroy: { value: async () => undefined } }) as typeof database;
  const code = await command(args, async () => ({ dataSource, jobs: new Jobs('commerce') }));
  const said = [...out.mock.calls, ...err.mock.calls].flat().join('\n');
  out.mockRestore();
  err.mockRestore();
  return { code, said };
}
