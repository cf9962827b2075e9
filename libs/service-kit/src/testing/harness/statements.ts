import pg from 'pg';
import { currentTrace } from '../../logging/trace-context.js';

interface Statement {
  /** Of a prepared statement. */
  name?: string;
  text: string;
  /** Of the request or job that sent it. */
  traceId?: string;
}

/**
 * The statements that this process sends to databases during a call, in their order, without their values; also those
 * of jobs that run meanwhile.
 */
export async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
  const send = pg.Client.prototype.query;
  const statements: Statement[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [sent] = args as [string | { name?: string; text?: string } | undefined];
    const { name, text = '' } = typeof sent === 'string' ? { name: undefined, text: sent } : (sent ?? {});
    statements.push({ name, text, traceId: currentTrace()?.traceId });
    return Reflect.apply(send, this, args) as never;
  };
  try {
    await call();
  } finally {
    pg.Client.prototype.query = send;
  }
  return statements;
}
