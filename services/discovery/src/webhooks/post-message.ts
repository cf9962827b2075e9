import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import {
  type AddressRule,
  ForbiddenAddress,
  guardedLookup,
  isPublicAddress,
  isPublicOrLoopback,
  literalAddress,
} from './public-address.js';

/** Timeouts of the whole delivery, and of the connection. */
const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Only this much of the response is read; its content does not matter. */
const MAX_RESPONSE_BYTES = 16_384;

export interface Message {
  id: string;
  /** JSON. */
  body: string;
}

/** Result of one attempt; `error` is null if it was accepted. */
export interface Outcome {
  status: number | null;
  durationMs: number;
  error: DeliveryError | null;
  /** Seconds to wait, from the endpoint's `Retry-After`. */
  retryAfter?: number;
}

export type DeliveryError =
  'STATUS' | 'REDIRECT' | 'TIMEOUT' | 'ADDRESS_FORBIDDEN' | 'NAME_NOT_FOUND' | 'TLS' | 'CONNECTION';

/** Delivers a message to an endpoint; never throws. */
export type PostMessage = (url: string, secrets: readonly Buffer[], message: Message, at: Date) => Promise<Outcome>;

/** The signature headers of the Standard Webhooks specification, signed with every secret. */
export function signedHeaders(secrets: readonly Buffer[], { id, body }: Message, at: Date): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, at, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Creates a function that posts only to allowed addresses, without following redirects.
 * @param allowsLoopback for tests and local development
 */
export function messagePoster(
  allowsLoopback: boolean,
  lookup?: Parameters<typeof guardedLookup>[1],
): { post: PostMessage; close(): Promise<void> } {
  const isAllowed: AddressRule = allowsLoopback ? isPublicOrLoopback : isPublicAddress;
  const agent = new Agent({
    connect: { lookup: guardedLookup(isAllowed, lookup), timeout: CONNECT_TIMEOUT_MS },
    connections: 1,
    pipelining: 1,
    maxHeaderSize: MAX_RESPONSE_BYTES,
    keepAliveTimeout: 5_000,
  });
  const post: PostMessage = async (url, secrets, message, at) => {
    const startedAt = performance.now();
    const outcome = (said: Omit<Outcome, 'durationMs'>): Outcome => ({
      ...said,
      durationMs: Math.round(performance.now() - startedAt),
    });
    try {
      // An IP address in place of a name is not looked up, so it is checked here.
      const literal = literalAddress(new URL(url).hostname);
      if (literal && !isAllowed(literal)) throw new ForbiddenAddress('Webhooks are not sent to this address');
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = {
        ...signedHeaders(secrets, message, at),
        'content-type': 'application/json',
        'user-agent': 'Sprayhunt-Webhooks/1',
      };
      const {
        statusCode: status,
        headers: given,
        body,
      } = await request(url, { method: 'POST', headers, body: message.body, dispatcher: agent, signal });
      await body.dump({ limit: MAX_RESPONSE_BYTES, signal }).catch(() => undefined);
      if (status >= 200 && status < 300) return outcome({ status, error: null });
      return outcome({
        status,
        error: status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS',
        retryAfter: parseRetryAfter(given['retry-after']),
      });
    } catch (error) {
      return outcome({ status: null, error: codeOf(error as NodeJS.ErrnoException) });
    }
  };
  return { post, close: () => agent.close() };
}

const parseRetryAfter = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : undefined;

function codeOf({ code = '', name }: NodeJS.ErrnoException): DeliveryError {
  if (code === 'ADDRESS_FORBIDDEN') return code;
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT|TIMEDOUT/.test(code)) return 'TIMEOUT';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'NAME_NOT_FOUND';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'TLS' : 'CONNECTION';
}
