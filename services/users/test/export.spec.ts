import { eventually } from '@sprayhunt/service-kit/testing';
import { uuidv7, type Identity } from '@sprayhunt/service-kit';
import { guest, signIdentity } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { created, liked } from './facts.js';
import { ASK_CODE, newestCode, signUp, verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

type Exported = Record<string, Record<string, unknown>[]> & {
  account: Record<string, unknown>;
  statistics: object;
  wallet: object | null;
};

async function download(as: Identity | string) {
  const response = await users.personalData(as);
  const text = await response.text();
  return { status: response.status, text, data: JSON.parse(text) as Exported };
}

describe('what users holds about a player', () => {
  it('is all there, and nothing of anyone else', async () => {
    const [ann, bob] = [await verified(users), await verified(users)];
    await users.graphql('mutation { completeTutorialStep(step: 3) { balance } }', {}, ann.as);
    await users.publish(created(ann.id), created(bob.id), liked(ann.id), liked(bob.id));
    await users.database.query(
      `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, backed_up, name,
        created_at)
       VALUES ($1, $2, '\\xc0ffee01', '\\xbada55', 0, '{usb}', false, 'Blue key', now())`,
      [uuidv7(), ann.id],
    );
    await users.database.query(
      `INSERT INTO wallets (account_id, address, linked_at)
        VALUES ($1, '0x52908400098527886E0F7030069857D2E4169EE7', now())`,
      [ann.id],
    );
    await users.database.query(
      `INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth)
        VALUES ($1, $2, 's', 'https://push.example/secret-endpoint', 'secret-key', 'secret-auth')`,
      [uuidv7(), ann.id],
    );
    await users.database.query(
      `INSERT INTO known_devices (account_id, device_hash) VALUES ($1, 'secret-device-hash')`,
      [ann.id],
    );
    await eventually(async () => expect((await download(ann.as)).data.transfers).toHaveLength(2));
    await eventually(async () => expect((await download(ann.as)).data.achievementActions).toHaveLength(1));

    const { data, text } = await download(ann.as);
    expect(data.account).toMatchObject({
      id: ann.id,
      username: ann.username,
      firstName: 'Ann',
      lastName: 'Lee',
      dateOfBirth: '1990-05-17',
      bio: 'Walls.',
      interests: ['stencils'],
      language: 'en',
    });
    expect(data['contacts']).toEqual([
      { kind: 'email', value: ann.email, verifiedAt: null },
      { kind: 'phone', value: ann.phone, verifiedAt: expect.any(String) },
    ]);
    expect(data['passkeys']).toEqual([
      { name: 'Blue key', backedUp: false, createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect(data.wallet).toEqual({
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      linkedAt: expect.any(String),
    });
    expect(data['pushSubscriptions']).toEqual([
      { pushService: 'push.example', createdAt: expect.any(String), renewedAt: expect.any(String) },
    ]);
    expect(data['knownDevices']).toHaveLength(1);
    expect(data.statistics).toEqual({ tokens: 65, discoveries: 1, xp: 15, score: 80 });
    expect(data['tutorialSteps']).toEqual([{ step: 3, tokens: 15, createdAt: expect.any(String) }]);
    expect(data['achievementMarks']).toMatchObject({
      marks: expect.arrayContaining(['pin-dropper:location', 'first-discovery!']),
    });
    expect(data['achievements']).toContainEqual({ achievement: 'first-discovery', earnedAt: expect.any(String) });
    expect(data['messages']!.map(({ to }) => to)).toContain(ann.phone);
    for (const secret of [
      'c0ffee01',
      'bada55',
      'secret-device-hash',
      'secret-endpoint',
      'secret-key',
      'secret-auth',
      bob.id,
      bob.username,
      bob.phone,
    ])
      expect(text).not.toContain(secret);
  });

  it('holds no code that is still good, and no message of someone whose phone the account merely claims', async () => {
    const owner = await verified(users);
    const browser = guest();
    await users.graphql(ASK_CODE, { contact: owner.phone }, browser);
    const code = await newestCode(users, owner.phone);
    expect(
      (await download(owner.as)).data['messages']!.some(
        ({ subject, text }) => subject === 'Your Sprayhunt sign-in code' && text === null,
      ),
    ).toBe(true);
    expect((await download(owner.as)).text).not.toContain(code);
    const pending = await signUp(users, { phone: owner.phone });
    const { data, status } = await download(pending.as);
    expect([status, data['messages']]).toEqual([200, []]);
    expect(data['contacts']).toContainEqual({ kind: 'phone', value: owner.phone, verifiedAt: null });
  });

  it('may be more than a page of anything', async () => {
    const ann = await verified(users);
    await users.database.query(
      `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, reason, source_id, created_at)
       SELECT gen_random_uuid(), '00000000-0000-7000-8000-000000000001', $1, n, 'test', n,
         now() + (n / 7) * interval '1 microsecond' FROM generate_series(1, 450) AS n`,
      [ann.id],
    );
    const amounts = (await download(ann.as)).data['transfers']!.map(({ amount }) => amount as number);
    expect(amounts.sort((one, other) => one - other)).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
  });

  it('is for the player alone, by an identity that the gateway signed for this service', async () => {
    const ann = await verified(users);
    for (const as of [guest(), { ...ann.as, kind: 'partner' } as Identity])
      expect((await download(as)).status).toBe(401);
    expect((await download(signIdentity(ann.as, 'media'))).status).toBe(401);
    expect((await fetch(`${users.url}/personal-data`)).status).toBe(401);
  });

  it('covers every table that hangs on an account, and every column of the account', async () => {
    const tables = await users.database.query<{ name: string }[]>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND column_name ~ '(account|owner|player|user)_id' ORDER BY 1`,
    );
    const exported = [
      'account_standings',
      'achievement_marks',
      'app_consents',
      'contacts',
      'foreign_identities',
      'hidden_posts',
      'known_devices',
      'notification_settings',
      'notifications',
      'oauth_clients',
      'partner_requests',
      'passkeys',
      'player_filters',
      'player_achievements',
      'player_ranks',
      'player_statistics',
      'post_likes',
      'post_mentions',
      'push_subscriptions',
      'social_deeds',
      'transfers',
      'wallets',
    ];
    // Codes and challenges end within minutes and would open the account; notifications are exported without their
    // sources; pictures are media's to tell; what is ranked next is in the transfers, and an exclusion in `isListed`;
    // no one who is erased asks.
    const leftOut = [
      'notification_sources',
      'rank_changes',
      'rank_exclusions',
      'one_time_codes',
      'wallet_challenges',
      'pictures',
      'erased_accounts',
      'erasures',
    ];
    expect(tables.map(({ name }) => name)).toEqual([...exported, ...leftOut].sort());
    const [{ columns }] = await users.database.query<[{ columns: number }]>(
      `SELECT count(*)::int AS columns FROM information_schema.columns WHERE table_schema = current_schema()
        AND table_name = 'accounts' AND column_name !~ '^username_'`,
    );
    const ann = await verified(users);
    expect(Object.keys((await download(ann.as)).data.account)).toHaveLength(columns);
  });
});
