/**
 * The operators' command for roles:
 *
 *   npm run role -- grant|revoke|list …
 */
import {
  databaseOf,
  isRole,
  operatorCommand,
  Outbox,
  Problem,
  ROLES,
  type CommandRun,
  type Role,
} from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { usernameKeys } from '../accounts/username.js';
import { tables } from '../tables.js';
import { AccountStanding } from './account-standing.entity.js';
import { Standings } from './standings.js';

const USAGE = `Gives and takes roles, in the database of users, which DATABASE_URL names.
  grant ROLE USERNAME    the account gets the role, within two seconds
  revoke ROLE USERNAME   it loses the role, within two seconds
  list                   every account with a role
Roles: ${ROLES.join(', ')}`;

process.exitCode = await operatorCommand({
  usage: USAGE,
  run: understood(process.argv.slice(2)),
  open: databaseOf('users', tables),
  failureMessage: 'The database could not be asked',
});

function understood([verb, role = '', username = '', ...more]: string[]): CommandRun | null {
  if (more.length > 0) return null;
  if (verb === 'list' && !role) return ({ dataSource }) => dataSource.transaction(list);
  if ((verb !== 'grant' && verb !== 'revoke') || !isRole(role) || !username) return null;
  return ({ dataSource }) => dataSource.transaction((tx) => change(tx, verb, role, username));
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
  return standings
    .filter(({ roles }) => roles.length > 0)
    .map(({ account, roles }) => ({ username: account!.username, roles }));
}
