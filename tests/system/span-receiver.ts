import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span, with the service that recorded it. */
export interface Span {
  service: string;
  traceId: string;
  spanId: string;
  /** Of the span above it. */
  parent: string | undefined;
  name: string;
  attributes: Record<string, unknown>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
/** The JSON encoding of OTLP's ExportTraceServiceRequest. */
interface TraceRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[];
    }[];
  }[];
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector that takes OTLP/HTTP in JSON and keeps what it gets. */
export class SpanReceiver {
  readonly spans: Span[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<SpanReceiver> {
    const server = createServer();
    const receiver = new SpanReceiver(server);
    server.on('request', (request, response) => {
      void json(request).then((body) => {
        if (request.method === 'POST' && request.url === '/v1/traces') receiver.take(body as TraceRequest);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ resourceSpans }: TraceRequest): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          service: String(valuesOf(resource.attributes)['service.name']),
          traceId,
          spanId,
          parent: parentSpanId || undefined,
          name,
          attributes: valuesOf(attributes),
        });
  }
}
