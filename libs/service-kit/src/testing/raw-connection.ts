import { connect, type Socket } from 'node:net';

/** A raw TCP connection; a test reads what came back and whether it was closed. */
export class RawConnection {
  received = '';
  closed = false;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (piece) => (this.received += String(piece)));
    // A sender that is cut off while writing gets an error; only what it has read matters.
    socket.on('error', () => undefined).on('close', () => (this.closed = true));
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  /** @param body with `chunked` sent without its length, in pieces of 16 kB */
  request(
    method: string,
    path: string,
    {
      headers = {},
      body,
      chunked = false,
    }: { headers?: Record<string, string>; body?: string; chunked?: boolean } = {},
  ): void {
    const length =
      body === undefined
        ? {}
        : chunked
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': String(Buffer.byteLength(body)) };
    const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (body !== undefined) this.socket.write(chunked ? chunkedBody(body) : body);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** Statuses of the responses so far. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
      .map(([, status]) => Number(status))
      .filter((status) => status >= 200);
  }

  end(): void {
    this.socket.destroy();
  }
}

const PIECE = 16 * 1_024;

function chunkedBody(body: string): string {
  const pieces = Array.from({ length: Math.ceil(body.length / PIECE) }, (_, at) =>
    body.slice(at * PIECE, (at + 1) * PIECE),
  );
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
}
