import { stubGlobal } from './stub-global';

type Progress = { loaded: number; lengthComputable: boolean; total: number };

/**
 * Replaces XMLHttpRequest. Requests that send a file wait until the test responds; those of tus around them are
 * responded to at once, as the media service does, and listed in `others`.
 */
export class FakeXhr {
  static sent: FakeXhr[] = [];
  static others: string[] = [];
  /** Bytes that HEAD says have arrived, and the announced length. */
  static arrived = 0;
  static length = 0;
  method = '';
  url = '';
  body: unknown;
  headers: Record<string, string> = {};
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  isAborted = false;
  responseHeaders: Record<string, string> = {};
  upload: { onprogress?: (event: Progress) => void; onload?: () => void } = {};
  onload?: () => void;
  onloadend?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  ontimeout?: () => void;

  static install(): FakeXhr[] {
    FakeXhr.sent = [];
    FakeXhr.others = [];
    FakeXhr.arrived = 0;
    stubGlobal('XMLHttpRequest', FakeXhr);
    return FakeXhr.sent;
  }

  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }

  getResponseHeader(name: string) {
    return this.responseHeaders[name.toLowerCase()] ?? null;
  }

  send(body: unknown) {
    this.body = body;
    if (this.method === 'PATCH') return void FakeXhr.sent.push(this);
    FakeXhr.others.push(`${this.method} ${this.url}`);
    if (this.method === 'POST') FakeXhr.length = Number(this.headers['upload-length']);
    const headers = {
      location: this.url,
      'upload-offset': String(FakeXhr.arrived),
      'upload-length': String(FakeXhr.length),
    };
    queueMicrotask(() => this.respond({ POST: 201, HEAD: 200 }[this.method] ?? 204, '', headers));
  }

  abort() {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number, total: number) {
    this.upload.onprogress?.({ loaded, total, lengthComputable: true });
  }

  /** All bytes are sent. */
  sentAll() {
    this.progress(FakeXhr.length, FakeXhr.length);
  }

  /** With 200 the file is whole. */
  respond(
    status: number,
    body: unknown = '',
    headers: Record<string, string> = { 'upload-offset': String(FakeXhr.length) },
  ) {
    this.status = status;
    this.responseHeaders = headers;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }

  breakOff() {
    this.onerror?.();
    this.onloadend?.();
  }
}
