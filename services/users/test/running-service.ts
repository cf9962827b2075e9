import { generateKeyPairSync } from 'node:crypto';
import { runForTests } from '@sprayhunt/service-kit/harness';
import { usersConfig } from '../src/config.js';
import { tables } from '../src/tables.js';
import { UsersModule } from '../src/users.module.js';

const { privateKey: signingKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The gateway's, at the issuer. */
export const WEB_SECRET = 's'.repeat(32);

export interface InboxMessage {
  to: string;
  channel: string;
  subject: string;
  text: string;
  code: string | null;
  sentAt: string;
}

/** The users service as a whole, over HTTP, on a database of its own. */
export async function runUsers(env: Record<string, string> = {}) {
  const users = await runForTests({
    name: 'users',
    config: usersConfig,
    module: (config) => UsersModule.forConfig(config),
    tables,
    env: {
      PUBLIC_URL: 'http://localhost:8080',
      OIDC_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      OIDC_COOKIE_KEY: 'c'.repeat(32),
      OIDC_CLIENT_SECRET: WEB_SECRET,
      SUSPENSION_SECRET: 'p'.repeat(32),
      ...env,
    },
  });
  return {
    ...users,
    /** The messages that were sent to an address, newest first. */
    inbox: async (to: string): Promise<InboxMessage[]> => {
      const all = (await (await fetch(`${users.url}/dev/inbox.json`)).json()) as InboxMessage[];
      return all.filter((message) => message.to === to);
    },
  };
}

export type RunningUsers = Awaited<ReturnType<typeof runUsers>>;
