import type { DataSource } from 'typeorm';

/**
 * Runs `work` unless another process of the service is doing it already.
 * @param name of the work, unique within the service
 * @returns whether it ran
 */
export async function onlyOne(dataSource: DataSource, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  const key = `hashtext(current_schema() || ':' || $1)`;
  try {
    const [{ isMine }] = (await runner.query(`SELECT pg_try_advisory_lock(${key}) AS "isMine"`, [name])) as [{ isMine: boolean }];
    if (!isMine) return false;
    try {
      await work();
    } finally {
      await runner.query(`SELECT pg_advisory_unlock(${key})`, [name]);
    }
    return true;
  } finally {
    await runner.release();
  }
}
