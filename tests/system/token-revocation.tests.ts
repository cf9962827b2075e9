// A partner's program revokes tokens (RFC 7009); bound to the stack that a spec runs.
import { eventually } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { askToken, world } from './access/world.js';
import { Player } from './player.js';
import { playersToken } from './players-token.js';

const call = async (path: string, token: string, init: RequestInit = {}) => {
  const response = await fetch(`${world.stack.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  await response.body?.cancel();
  return response.status;
};

async function revoke(token: string): Promise<number> {
  const { clientId, clientSecret } = world.partner;
  const metadata = (await (await fetch(`${world.stack.url}/oidc/.well-known/openid-configuration`)).json()) as {
    revocation_endpoint: string;
  };
  const response = await fetch(metadata.revocation_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  });
  await response.body?.cancel();
  return response.status;
}

describe('a token that its client revokes', () => {
  it('grants nothing within two seconds, and the other one still does', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await askToken(world.stack, world.partner)).access_token!),
    );
    const NEARBY = '/api/discoveries/nearby?latitude=1&longitude=2';
    expect(await call(NEARBY, one!)).toBe(200);
    expect(await revoke(one!)).toBe(200);
    await eventually(async () => expect(await call(NEARBY, one!)).toBe(401), { timeout: 2_000 });
    expect(await call(NEARBY, other!)).toBe(200);
  });

  it('acts for the player no more', async () => {
    const token = await playersToken(world.stack.url, await Player.signUp(world.stack.url), world.partner);
    expect(await call('/api/objects/upload', token, { method: 'POST' })).toBe(200);
    expect(await revoke(token)).toBe(200);
    await eventually(async () => expect(await call('/api/objects/upload', token, { method: 'POST' })).toBe(401));
  });
});
