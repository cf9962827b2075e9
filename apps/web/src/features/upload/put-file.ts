import { HttpError } from '../../lib/http';
import { MAX_RETRIES, retryDelayMs } from './limits';

/** No response: the network is down or the connection broke. Can be retried. */
class ConnectionLost extends Error {
  constructor() {
    super('The connection was lost.');
  }
}

/** Delays an upload while it is paused, and aborts the running attempt. */
export class PauseGate {
  #paused = false;
  #attempt = new AbortController();
  #waiting: (() => void)[] = [];

  get isPaused() {
    return this.#paused;
  }

  pause(): void {
    this.#paused = true;
    this.#attempt.abort();
  }

  resume(): void {
    this.#paused = false;
    this.#attempt = new AbortController();
    this.#waiting.splice(0).forEach((go) => go());
  }

  /** Resolves when the upload may run, with the signal that aborts this attempt. */
  async pass(): Promise<AbortSignal> {
    while (this.#paused) await new Promise<void>((go) => this.#waiting.push(go));
    return this.#attempt.signal;
  }
}

interface PutOptions {
  url: string;
  data: Blob;
  type: string;
  /** Ends the upload permanently. */
  signal: AbortSignal;
  gate: PauseGate;
  onProgress: (bytesSent: number) => void;
  /** All bytes are sent; the server is still processing them. */
  onSent: () => void;
}

/** PUTs the bytes to `url`; retries after lost connections and 408, 429 and 5xx responses. Returns the JSON. */
export async function putFile(options: PutOptions): Promise<unknown> {
  for (let retries = 0; ; ) {
    const attempt = await options.gate.pass();
    options.signal.throwIfAborted();
    try {
      return await putOnce(options, AbortSignal.any([options.signal, attempt]));
    } catch (error) {
      options.signal.throwIfAborted();
      if (options.gate.isPaused || attempt.aborted) continue;
      if (retries >= MAX_RETRIES || !isPassing(error)) throw error;
      await sleep(retryDelayMs(retries), options.signal);
      retries += 1;
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return error instanceof HttpError && (error.status >= 500 || error.status === 408 || error.status === 429);
}

// XMLHttpRequest, because fetch does not report upload progress.
function putOnce({ url, data, type, onProgress, onSent }: PutOptions, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('content-type', type || 'application/octet-stream');
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.upload.onload = onSent;
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onerror = () => reject(new ConnectionLost());
    request.ontimeout = () => reject(new ConnectionLost());
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(request.responseText ? JSON.parse(request.responseText) : {});
        } catch {
          reject(new ConnectionLost());
        }
      } else {
        reject(new HttpError(request.status, request.responseText, request.statusText));
      }
    };
    request.send(data);
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason as Error); }, { once: true });
  });
}
