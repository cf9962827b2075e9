import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { partnerClientChanged } from '@sprayhunt/contracts';
import { IdempotentTransaction, Outbox } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { tables } from '../tables.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClients } from './oauth-clients.js';

let database: OpenDatabase;
let clients: OAuthClients;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  clients = new OAuthClients(database.dataSource, new IdempotentTransaction(database.dataSource), new Outbox('users'));
});
afterAll(() => database.close());

const NOT_OWN = '0198a5d0-ac96-4aa3-bcce-b302099a8057';

describe('OAuth clients', () => {
  it('are known to the issuer by their scopes, and by no secret that opens anything', async () => {
    const { client, secret } = await clients.create('  City guide ', ['walls:read', 'walls:read', 'discoveries:read']);
    const found = await clients.find(client.clientId);
    expect(found).toMatchObject({
      client_id: client.clientId,
      client_name: 'City guide',
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'walls:read discoveries:read',
    });
    expect(found!.client_secret).not.toBe(secret);
    expect(await clients.isSecret(client.clientId, found!.client_secret!)).toBe(false);
  });

  it('are authenticated by their secrets, of which only the hash is stored', async () => {
    const one = await clients.create('One', ['art:read']);
    const other = await clients.create('Other', ['art:read']);
    expect(Buffer.from(one.secret, 'base64url')).toHaveLength(32);
    expect(await clients.isSecret(one.client.clientId, one.secret)).toBe(true);
    expect(await clients.isSecret(one.client.clientId, other.secret)).toBe(false);
    expect(await clients.isSecret(one.client.clientId, '')).toBe(false);
    const [row] = await database.dataSource.query<Record<string, unknown>[]>(
      'SELECT * FROM oauth_clients WHERE client_id = $1',
      [one.client.clientId],
    );
    const kept = Object.values(row!).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') + value.toString('base64url') : String(value),
    );
    expect(kept.join()).not.toContain(one.secret);
  });

  it('have two valid secrets after a rotation, and one again after the overlap', async () => {
    const { client, secret: first } = await clients.create('Rotating', ['art:read']);
    const { clientId } = client;
    const { secret: second } = await clients.rotate(clientId, 1);
    const valid = async (...secrets: string[]) =>
      Promise.all(secrets.map((secret) => clients.isSecret(clientId, secret)));
    expect(await valid(first, second)).toEqual([true, true]);
    const { secret: third } = await clients.rotate(clientId, 1);
    expect(await valid(first, second, third)).toEqual([false, true, true]);
    await database.dataSource.manager.update(
      OAuthClient,
      { clientId },
      { formerSecretUntil: new Date(Date.now() - 1) },
    );
    expect(await valid(second, third)).toEqual([false, true]);
  });

  it('lose the former secret at once without an overlap', async () => {
    const { client, secret } = await clients.create('Leaked', ['art:read']);
    const { secret: fresh } = await clients.rotate(client.clientId, 0);
    expect(await clients.isSecret(client.clientId, secret)).toBe(false);
    expect(await clients.isSecret(client.clientId, fresh)).toBe(true);
  });

  it('are unknown to the issuer once revoked, and their name is free', async () => {
    const { client, secret } = await clients.create('Leaving', ['art:read']);
    const { revokedAt } = await clients.revoke(client.clientId);
    expect(await clients.find(client.clientId)).toBeUndefined();
    expect(await clients.isSecret(client.clientId, secret)).toBe(false);
    expect((await clients.revoke(client.clientId)).revokedAt).toEqual(revokedAt);
    await expect(clients.rotate(client.clientId, 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(clients.create('Leaving', ['art:read'])).resolves.toBeDefined();
  });

  it('publish each change in its transaction, with a growing version, and a revocation once', async () => {
    const { client } = await clients.create('Told', ['art:read']);
    await clients.rotate(client.clientId, 1);
    await clients.revoke(client.clientId);
    await clients.revoke(client.clientId);
    await expect(
      clients.create('Taken twice', ['art:read']).then(() => clients.create('Taken twice', ['art:read'])),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const said = await database.dataSource.query<{ data: object }[]>(
      `SELECT event -> 'data' AS data FROM outbox WHERE subject = $1 AND event ->> 'subject' = $2 ORDER BY id`,
      [partnerClientChanged.subject, client.clientId],
    );
    const told = (state: string, version: number) => ({
      data: { clientId: client.clientId, state, ownerId: null, scopes: ['art:read'], version },
    });
    expect(said).toEqual([told('active', 1), told('active', 2), told('revoked', 3)]);
  });

  it('act for players at their own addresses only', async () => {
    const kind = (redirectUris: string[], isPublic = false) => ({ redirectUris, isPublic });
    const good = [
      'https://app.example/back?tab=1',
      'http://127.0.0.1/back',
      'http://[::1]:8080/back',
      'http://localhost:3000/',
      'com.example.app:/back',
    ];
    const { client } = await clients.create(
      'Documenting',
      ['discoveries:write', 'walls:read'],
      kind([...good, good[0]!].slice(0, 5)),
    );
    expect(await clients.find(client.clientId)).toMatchObject({
      redirect_uris: good,
      response_types: ['code'],
      grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
    });
    const bad = [
      'http://app.example/',
      'https://localhost/',
      'https://*.example/',
      'https://app.example/#part',
      'https://zoe@app.example/',
      'app:/back',
      'javascript:alert(1)//a.b',
      'data:text/html,x',
      '/back',
      'https://app.example/ü',
      'https://app.example/a b',
      `https://app.example/${'x'.repeat(481)}`,
    ];
    for (const address of bad)
      await expect(clients.create('Bad', ['discoveries:write'], kind([address]))).rejects.toMatchObject({
        fields: [{ field: 'redirectUris' }],
      });
    await expect(
      clients.create(
        'Bad',
        ['discoveries:write'],
        kind(Array.from({ length: 6 }, (_, at) => `https://app.example/${at}`)),
      ),
    ).rejects.toMatchObject({ fields: [{ field: 'redirectUris' }] });
    await expect(clients.create('Bad', ['discoveries:write'])).rejects.toMatchObject({
      fields: [{ field: 'redirectUris', code: 'REQUIRED' }],
    });
    await expect(clients.create('Bad', ['walls:read'], kind(good))).rejects.toMatchObject({
      fields: [{ field: 'redirectUris', code: 'INVALID' }],
    });
    await expect(clients.create('Bad', ['discoveries:write', 'walls:read'], kind(good, true))).rejects.toMatchObject({
      fields: [{ field: 'isPublic' }],
    });
  });

  it('have no secret where they are public', async () => {
    const { client, secret } = await clients.create('On phones', ['discoveries:write'], {
      redirectUris: ['com.example.app:/back'],
      isPublic: true,
    });
    expect(secret).toBeUndefined();
    expect(await clients.find(client.clientId)).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'discoveries:write offline_access',
    });
    expect(await clients.isSecret(client.clientId, '')).toBe(false);
    await expect(clients.rotate(client.clientId, 1)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it.each(['not-a-uuid', '', NOT_OWN])('finds none by %j', async (id) => {
    expect(await clients.find(id)).toBeUndefined();
    await expect(clients.rotate(id, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(clients.revoke(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('need a name of their own and scopes that there are', async () => {
    await clients.create('Taken', ['art:read']);
    await expect(clients.create('Taken', ['art:read'])).rejects.toMatchObject({
      fields: [{ field: 'name', code: 'TAKEN' }],
    });
    await expect(clients.create(' ', [])).rejects.toMatchObject({
      fields: [{ field: 'name' }, { field: 'scopes', code: 'MISSING' }],
    });
    await expect(clients.create('x'.repeat(121), ['art:write', 'toString'])).rejects.toMatchObject({
      fields: [
        { field: 'name', code: 'TOO_LONG' },
        { field: 'scopes', code: 'UNKNOWN' },
      ],
    });
    const { client } = await clients.create('Overlapping', ['art:read']);
    for (const overlap of [-1, 721, Number.NaN])
      await expect(async () => clients.rotate(client.clientId, overlap)).rejects.toMatchObject({
        fields: [{ field: 'overlap' }],
      });
  });
});
