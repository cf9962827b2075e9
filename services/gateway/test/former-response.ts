import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';

const STORE = `
  INSERT INTO gateway.idempotency_keys
    (scope, key, route, body_hash, holder, state, running_until, expires_at, status, headers, body)
  VALUES ($1, $2, 'POST /api/profile/art', $3, gen_random_uuid(), $4, now() + interval '10 seconds',
    now() + interval '1 day', CASE WHEN $4 = 'done' THEN 201 END, '{"content-type":"application/json"}', '"former"')`;

/** Stores the response to a new work of the gallery, as a gateway of the former release does. */
export async function storeFormerResponse(
  adminUrl: string,
  subject: string,
  { key = randomUUID(), sent = {}, state = 'done' }: { key?: string; sent?: object; state?: 'running' | 'done' } = {},
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([{}, sent]))
    .digest();
  try {
    await admin.query(STORE, [subject, key, bodyHash, state]);
  } finally {
    await admin.end();
  }
}
