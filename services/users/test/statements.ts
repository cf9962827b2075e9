import { currentTrace, withTrace } from '@sprayhunt/service-kit';
import { statementsOf as allStatementsOf } from '@sprayhunt/service-kit/harness';

/** What belongs to people and their codes; the event bus works beside it at its own pace. */
const OURS = /\b(accounts|contacts|one_time_codes|messages|limits|known_devices|add_job)\b/;

/**
 * The statements that a call sends to the database, in their order, without their values; not those of jobs that run
 * meanwhile.
 */
export function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  return withTrace(undefined, async () => {
    const own = currentTrace()!.traceId;
    const statements = await allStatementsOf(call);
    return statements.filter(({ traceId, text }) => traceId === own && OURS.test(text)).map(({ text }) => text);
  });
}
