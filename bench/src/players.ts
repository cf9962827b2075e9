import { randomInt } from 'node:crypto';
import { uuidv7 } from '@sprayhunt/service-kit';
import type { Stack } from '@sprayhunt/local';

/**
 * Signs up as anyone would: form, code from the local inbox.
 * @param player its number, another for each
 * @returns the cookies
 */
export async function verifiedPlayer(
  { gatewayUrl, url }: Pick<Stack, 'gatewayUrl' | 'url'>,
  player: number,
): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin: url, cookie: [...cookies.values()].join('; ') };
    const response = await fetch(gatewayUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    for (const line of response.headers.getSetCookie()) cookies.set(line.split('=', 1)[0]!, line.split(';', 1)[0]!);
  };
  const phone = `+614000${10_000 + player}`;
  await post('/api/sms-signup', {
    firstName: 'Bench',
    lastName: 'Mark',
    email: `bench-${uuidv7()}@example.com`,
    phone,
    username: `bench${randomInt(1e9)}`,
    dateOfBirth: '1990-01-01',
  });
  const messages = (await (await fetch(`${gatewayUrl}/dev/inbox.json`)).json()) as {
    to: string;
    code: string | null;
  }[];
  await post('/api/verify-contact', { code: messages.find(({ to, code }) => to === phone && code)?.code });
  return [...cookies.values()].join('; ');
}
