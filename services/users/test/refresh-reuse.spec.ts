import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agree, type App, newApp, redeem, refresh } from './partner-app.js';
import { verified } from './people.js';
import { runUsers, type RunningUsers } from './running-service.js';

let users: RunningUsers;
beforeAll(async () => {
  users = await runUsers();
});
afterAll(() => users.stop());

async function newTokens(): Promise<{ app: App; token: string }> {
  const app = await newApp(users);
  const tokens = await redeem(app, await agree(users, app, (await verified(users)).as));
  return { app, token: tokens.refresh_token! };
}

/** Moves the first use of all refresh tokens into the past. */
const age = (seconds: number) =>
  users.database.query(
    `UPDATE oidc_payloads SET consumed_at = consumed_at - make_interval(secs => $1) WHERE model = 'RefreshToken'`,
    [seconds],
  );

describe('a program that refreshes one token twice within seconds', () => {
  it('gets tokens that work from both, whether they come together or one after the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { app, token } = await newTokens();
      const first = refresh(app, token);
      if (round % 2 === 1) await first;
      const both = await Promise.all([first, refresh(app, token)]);
      expect(new Set(both.map(({ refresh_token }) => refresh_token)).size).toBe(2);
      for (const { refresh_token } of both) {
        expect((await refresh(app, refresh_token!)).access_token).toBeTruthy();
      }
    }
  });

  it('cannot use it after ten seconds, whatever was used since: the consent ends', async () => {
    const { app, token } = await newTokens();
    await refresh(app, token);
    await age(6);
    const second = await refresh(app, token);
    await age(6);
    await expect(refresh(app, token)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refresh(app, second.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});
