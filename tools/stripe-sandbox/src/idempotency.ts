import { createHash } from 'node:crypto';
import { ApiError, invalid } from './api-error.js';
import { DAY, type World } from './world.js';

interface Reply {
  status: number;
  body: object;
}

/**
 * Idempotency keys in Stripe's semantics: for a day, the same request with the same key gets the same reply, another
 * request an error, and a simultaneous one a 409. Replies to requests that are rejected before they change anything are
 * not stored.
 */
export class IdempotencyKeys {
  private readonly waiting = new Set<string>();

  constructor(private readonly world: World) {}

  /** @returns the reply of the former request, or of `run`, which is stored with its changes */
  runOnce(key: string, request: string, run: () => Reply): Reply & { replayed: boolean } {
    if (key.length > 255)
      throw invalid('Idempotency keys may be at most 255 characters long.', { param: 'Idempotency-Key' });
    if (this.waiting.has(key))
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          `There is currently another in-progress request using this Idempotent Key (that probably means you ` +
          `submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    const { store } = this.world;
    const hash = createHash('sha256').update(request).digest('base64');
    const kept = store.get('idempotency', key);
    if (kept && kept.at > this.world.now() - DAY) {
      if (kept.request !== hash)
        throw new ApiError(400, {
          type: 'idempotency_error',
          message:
            `Keys for idempotent requests can only be used with the same parameters they were first used with. ` +
            `Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      return { status: kept.status, body: kept.body as object, replayed: true };
    }
    const reply = run();
    // A key that is used again after a day counts as new for the limit.
    store.remove('idempotency', key);
    store.put('idempotency', key, {
      id: key,
      request: hash,
      status: reply.status,
      body: reply.body,
      at: this.world.now(),
    });
    return { ...reply, replayed: false };
  }

  /** Requests with the key get a 409 until the returned function is called. */
  holdKey(key: string): () => void {
    this.waiting.add(key);
    return () => this.waiting.delete(key);
  }
}
