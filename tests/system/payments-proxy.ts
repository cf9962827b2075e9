import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call of the service's at Stripe, by method and address. */
export interface Call {
  call: RegExp;
  /** Whether Stripe gets it; its reply never arrives. */
  when: 'before' | 'after';
}

/** Between commerce and the payments sandbox: passes everything on, and keeps named calls waiting. */
export interface PaymentsProxy {
  url: string;
  /**
   * The next such call waits without a reply, and so does the same call when it is tried again. Resolves when it is
   * there.
   */
  holdNext(call: Call): Promise<void>;
  /** Ends what waits, when its caller is gone. */
  release(): void;
  close(): Promise<void>;
}

/** @param target the sandbox's address, known when the stack has started */
export async function paymentsProxy(target: () => string): Promise<PaymentsProxy> {
  let isAwaited: (Call & { arrived: () => void })[] = [];
  const keptCalls = new Set<string>();
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const name = `${request.method} ${request.url}`;
    // A repeated call has the same key, unless the SDK made one up.
    const key = String(request.headers['idempotency-key'] ?? '');
    const id = `${name} ${key.startsWith('stripe-node-retry-') ? '' : key}`;
    if (keptCalls.has(id)) return;
    const stop = isAwaited.find(({ call }) => call.test(name));
    if (!stop) return void (await forwarded(request, body)).pipe(response);
    isAwaited = isAwaited.filter((one) => one !== stop);
    keptCalls.add(id);
    if (stop.when === 'after') await buffer(await forwarded(request, body));
    stop.arrived();

    async function forwarded({ method, url, headers }: IncomingMessage, content: Buffer): Promise<IncomingMessage> {
      const reply = await new Promise<IncomingMessage>((resolve, reject) =>
        send(`${target()}${url}`, { method, headers }, resolve).on('error', reject).end(content),
      );
      if (!stop) response.writeHead(reply.statusCode!, reply.headers);
      return reply;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdNext: (call) => new Promise((arrived) => isAwaited.push({ ...call, arrived })),
    release: () => {
      isAwaited = [];
      keptCalls.clear();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
