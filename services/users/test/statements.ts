import { Client } from 'pg';
import { jest } from '@jest/globals';

/** What belongs to people and their codes; the event bus works beside it at its own pace. */
const OURS = /\b(accounts|contacts|one_time_codes|messages|limits|known_devices|add_job)\b/;

/** The statements that a call sends to the database, in their order, without their values. */
export async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await call();
    const texts = query.mock.calls.map(([sent]: unknown[]) => (typeof sent === 'string' ? sent : ((sent as { text?: string } | undefined)?.text ?? '')));
    return texts.filter((text) => OURS.test(text));
  } finally {
    query.mockRestore();
  }
}
