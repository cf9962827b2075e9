import { currentTrace, withTrace } from '@sprayhunt/service-kit';
import { Client } from 'pg';
import { jest } from '@jest/globals';

/** What belongs to people and their codes; the event bus works beside it at its own pace. */
const OURS = /\b(accounts|contacts|one_time_codes|messages|limits|known_devices|add_job)\b/;

/** The statements that a call sends to the database, in their order, without their values; not those of jobs that run meanwhile. */
export async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  const send = query.getMockImplementation()!;
  const texts: string[] = [];
  try {
    await withTrace(undefined, async () => {
      const { traceId } = currentTrace()!;
      query.mockImplementation(function (this: Client, ...args: unknown[]) {
        const [sent] = args as [string | { text?: string } | undefined];
        if (currentTrace()?.traceId === traceId) texts.push(typeof sent === 'string' ? sent : (sent?.text ?? ''));
        return Reflect.apply(send, this, args) as void;
      });
      await call();
    });
    return texts.filter((text) => OURS.test(text));
  } finally {
    query.mockRestore();
  }
}
