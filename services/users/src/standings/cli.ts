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

const USAGE = `Grants and revokes roles in the database of users, which DATABASE_URL names.
  grant ROLE USERNAME    grants the role, effective within two seconds
  revoke ROLE USERNAME   revokes the role, effective within two seconds
  list                   lists the accounts with roles
Roles: ${ROLES.join(', ')}`;

process.exitCode = await operatorCommand({
  usage: USAGE,
  run: parseCommand(process.argv.slice(2)),
  open: databaseOf('users', tables),
  failureMessage: 'The database could not be reached',
});

function parseCommand([command, role = '', username = '', ...extra]: string[]): CommandRun | null {
  if (extra.length > 0) return null;
  if (command === 'list' && !role) return ({ dataSource }) => dataSource.transaction(list);
  if ((command !== 'grant' && command !== 'revoke') || !isRole(role) || !username) return null;
  return ({ dataSource }) => dataSource.transaction((tx) => change(tx, command, role, username));
}

async function change(tx: EntityManager, command: 'grant' | 'revoke', role: Role, username: string): Promise<unknown> {
  const account = await tx.findOneBy(Account, { usernameSmall: usernameKeys(username).small, status: 'verified' });
  if (!account) throw new Problem('NOT_FOUND', `There is no verified account ${username}.`);
  await new Standings(new Outbox('users'))[command](tx, account.id, role);
  const { roles } = await tx.findOneByOrFail(AccountStanding, { accountId: account.id });
  return { username: account.username, roles };
}

async function list(tx: EntityManager): Promise<unknown> {
  const standings = await tx.find(AccountStanding, { relations: { account: true } });
  return standings
    .filter(({ roles }) => roles.length > 0)
    .map(({ account, roles }) => ({ username: account!.username, roles }));
}
