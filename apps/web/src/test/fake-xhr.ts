import { stubGlobal } from './stub-global';

type Progress = { loaded: number; lengthComputable: boolean; total: number };

/** Replaces XMLHttpRequest: each request waits until the test responds. */
export class FakeXhr {
  static sent: FakeXhr[] = [];
  method = '';
  url = '';
  body: unknown;
  headers: Record<string, string> = {};
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  isAborted = false;
  upload: { onprogress?: (event: Progress) => void; onload?: () => void } = {};
  onload?: () => void;
  onloadend?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  ontimeout?: () => void;

  static install(): FakeXhr[] {
    FakeXhr.sent = [];
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

  send(body: unknown) {
    this.body = body;
    FakeXhr.sent.push(this);
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
    this.upload.onload?.();
  }

  respond(status: number, body: unknown = '') {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }

  breakOff() {
    this.onerror?.();
    this.onloadend?.();
  }
}
