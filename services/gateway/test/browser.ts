interface Call {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
  // What a program reads is up to it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/** A browser on our own page: keeps its cookies and sends its Origin; `headers` may say otherwise. */
export class Browser {
  /** The session's; a test may put another one in. */
  cookie = '';
  /** The one that outlives sessions. */
  device = '';
  /** All others. */
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly url: string,
    private readonly origin: string | null = url,
  ) {}

  get = (path: string, call: Call = {}) => this.send('GET', path, call);
  post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.send('POST', path, { body, headers });
  put = (path: string, call: Call = {}) => this.send('PUT', path, call);
  delete = (path: string, call: Call = {}) => this.send('DELETE', path, call);

  graphql = (query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    this.send('POST', '/graphql', { body: { query, variables }, headers });

  async send(method: string, path: string, { body, headers = {} }: Call): Promise<HttpResponse> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.sentCookies(),
        ...(this.origin !== null && method !== 'GET' && { origin: this.origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const pair = set.includes('Max-Age=0') ? '' : set.split(';', 1)[0]!;
      if (/^(__Host-)?sprayhunt-device=/.test(set)) this.device = pair;
      else if (/^(__Host-)?sprayhunt=/.test(set)) this.cookie = pair;
      else if (pair) this.cookies.set(pair.split('=', 1)[0]!, pair);
      else this.cookies.delete(set.split('=', 1)[0]!);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined,
    };
  }

  private sentCookies(): Record<string, string> {
    const pairs = [this.cookie, this.device, ...this.cookies.values()].filter(Boolean);
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
  }
}

/** The whole line by which a response sets a cookie. */
export const cookieLine = ({ headers }: Pick<HttpResponse, 'headers'>, name: string): string | undefined =>
  headers.getSetCookie().find((line) => line.startsWith(`${name}=`));

/** The filled-in phone sign-up form. */
export const signUpForm = () => ({
  firstName: 'Zoe',
  lastName: 'Z',
  email: 'zoe@example.org',
  phone: '+15145550100',
  city: 'Montréal',
  country: 'Canada',
  username: 'zoe',
  dateOfBirth: '1990-02-03',
  bio: '',
  avatarUrl: '',
  pinPreferences: { illegalFinds: '🚫' },
  experience: 'beginner',
  interests: 'murals, tags',
  referralSource: 'friend',
});
