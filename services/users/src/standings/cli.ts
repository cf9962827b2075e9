/**
 * The operators' command for roles:
 *
 *   npm run role -- grant|revoke|list …
 */
import { commandUrl, isRole, Outbox, Problem, type Role, ROLES } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { usernameKeys } from '../accounts/username.js';
import { AccountStanding } from './account-standing.entity.js';
import { Standings } from './standings.js';

const USAGE = `Gives and takes roles, in the database of users, which DATABASE_URL names.
  grant ROLE USERNAME    the account gets the role, within two seconds
  revoke ROLE USERNAME   it loses the role, within two seconds
  list                   every account with a role
Roles: ${ROLES.join(', ')}`;

process.exitCode = await main(process.argv.slice(2));

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
async function main(args: string[]): Promise<number> {
  const url = commandUrl();
  const command = understood(args);
  if (!command || !url) {
    console.error(command ? 'Set DATABASE_URL to the database of users, or start the product here first (npm start).' : USAGE);
    return 2;
  }
  const dataSource = new DataSource({ type: 'postgres', url, entities: [Account, AccountStanding], applicationName: 'role-command' });
  try {
    await dataSource.initialize();
    console.log(JSON.stringify(await dataSource.transaction(command), null, 2));
    return 0;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : `The database could not be asked: ${(error as Error).message}`);
    return 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

type Command = (tx: EntityManager) => Promise<unknown>;

function understood([verb, role = '', username = '', ...more]: string[]): Command | null {
  if (more.length > 0) return null;
  if (verb === 'list' && !role) return list;
  if ((verb !== 'grant' && verb !== 'revoke') || !isRole(role) || !username) return null;
  return (tx) => change(tx, verb, role, username);
}

async function change(tx: EntityManager, verb: 'grant' | 'revoke', role: Role, username: string): Promise<unknown> {
  const account = await tx.findOneBy(Account, { usernameSmall: usernameKeys(username).small, status: 'verified' });
  if (!account) throw new Problem('NOT_FOUND', `There is no verified account ${username}.`);
  await new Standings(new Outbox('users'))[verb](tx, account.id, role);
  const { roles } = await tx.findOneByOrFail(AccountStanding, { accountId: account.id });
  return { username: account.username, roles };
}

async function list(tx: EntityManager): Promise<unknown> {
  const standings = await tx.find(AccountStanding, { relations: { account: true } });
  return standings.filter(({ roles }) => roles.length > 0).map(({ account, roles }) => ({ username: account!.username, roles }));
}
