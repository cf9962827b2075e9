import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OAuthClients } from '../src/partners/oauth-clients.js';
import { runUsers, WEB_SECRET, type RunningUsers } from './running-service.js';

let users: RunningUsers;
let clients: OAuthClients;

beforeAll(async () => {
  users = await runUsers();
  clients = users.app.get(OAuthClients);
});
afterAll(() => users.stop());

const AUDIENCE = 'http://localhost:8080/graphql';

async function ask(id: string, secret: string, form: Record<string, string> = {}) {
  const response = await fetch(`${users.url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  return {
    status: response.status,
    ...((await response.json()) as {
      access_token?: string;
      error?: string;
      scope?: string;
      expires_in?: number;
      token_type?: string;
    }),
  };
}

describe('tokens of partners', () => {
  it('are signed for the graph, for ten minutes, with all scopes of the client or those it asks for', async () => {
    const { client, secret } = await clients.create('City guide', ['walls:read', 'art:read']);
    const all = await ask(client.clientId, secret);
    expect(all).toMatchObject({ status: 200, expires_in: 600, token_type: 'Bearer', scope: 'walls:read art:read' });
    const keys = createRemoteJWKSet(new URL(`${users.url}/oidc/jwks`));
    const { payload, protectedHeader } = await jwtVerify(all.access_token!, keys, {
      issuer: 'http://localhost:8080/oidc',
      audience: AUDIENCE,
    });
    expect(payload).toMatchObject({ client_id: client.clientId, sub: client.clientId, scope: 'walls:read art:read' });
    expect(payload.exp! - payload.iat!).toBe(600);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(await ask(client.clientId, secret, { scope: 'art:read', resource: AUDIENCE })).toMatchObject({
      status: 200,
      scope: 'art:read',
    });
  });

  it('are refused for scopes that the client has not, and for other resources', async () => {
    const { client, secret } = await clients.create('Curious', ['walls:read']);
    expect(await ask(client.clientId, secret, { scope: 'players:read' })).toMatchObject({
      status: 400,
      error: 'invalid_scope',
    });
    expect(await ask(client.clientId, secret, { scope: 'openid' })).toMatchObject({
      status: 400,
      error: 'invalid_scope',
    });
    expect(await ask(client.clientId, secret, { resource: 'https://elsewhere.example' })).toMatchObject({
      status: 400,
      error: 'invalid_target',
    });
  });

  it('are refused with a wrong secret, to unknown and to revoked clients', async () => {
    const { client, secret } = await clients.create('Leaving', ['walls:read']);
    expect(await ask(client.clientId, `${secret}x`)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await ask('0198a5d0-ac96-4aa3-bcce-b302099a8057', secret)).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
    expect((await ask(client.clientId, secret)).status).toBe(200);
    await clients.revoke(client.clientId);
    expect(await ask(client.clientId, secret)).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  it('come by no other grant, and not to the gateway', async () => {
    const { client, secret } = await clients.create('Inventive', ['walls:read']);
    const byCode = await ask(client.clientId, secret, {
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://x.example',
      code_verifier: 'y'.repeat(43),
    });
    for (const result of [byCode, await ask('sprayhunt-web', WEB_SECRET)]) {
      expect(result).toMatchObject({ status: 400, error: 'invalid_request' });
      expect(result.access_token).toBeUndefined();
    }
  });
});
