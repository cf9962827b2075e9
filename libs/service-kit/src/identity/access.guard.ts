import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { GqlContextType } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Problem } from '../errors/problem.js';
import { log } from '../logging/log.js';
import type { RequestContext } from '../graphql/request-context.js';
import { ANONYMOUS, type Identity } from './identity.js';
import { NO_END, type Role } from './roles.js';

/**
 * `signed-in` includes pending accounts, `verified` does not. A role belongs to verified accounts to which an operator
 * gave it.
 */
export type Audience = 'anyone' | 'signed-in' | 'verified' | { role: Role };

export interface AccessRule {
  audience: Audience;
  /** Opens a mutation to suspended players: what protects them, and their appeal. */
  evenSuspended?: boolean;
  /** Opens it to partners that have the scope which the schema declares. */
  partnersToo?: boolean;
  /** Opens it to players through partners' clients, by the scope that the schema names. */
  clientsToo?: boolean;
}

const RULE = Symbol('access');

/**
 * Declares who may call a query, a mutation or a route. Operations without it are refused. Suspended players may read;
 * mutations that are not open to anyone are closed to them. Fields and references are as open as the operations that
 * lead to them: a declaration there fails the start (see `AccessPlacement`).
 */
export const Access = (audience: Audience, rest: Omit<AccessRule, 'audience'> = {}) =>
  SetMetadata(RULE, { audience, ...rest } satisfies AccessRule);

export const hasAccessRule = (method: object): boolean => Reflect.hasMetadata(RULE, method);

/** The signed identity of the caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => callerOf(context));

/** Refuses by default: an operation without `@Access` cannot be called. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() === 'rpc') return true;
    const rule = this.reflector.get<AccessRule | undefined>(RULE, context.getHandler());
    if (!rule) throw new Problem('FORBIDDEN', 'This call is not public.');
    const caller = callerOf(context);
    try {
      allow(rule, caller, isMutation(context));
    } catch (error) {
      noteRefusal(error, caller, context.getHandler().name);
      throw error;
    }
    return true;
  }
}

function allow(
  { audience, evenSuspended, partnersToo, clientsToo }: AccessRule,
  caller: Identity,
  isMutation: boolean,
): void {
  if (caller.client !== undefined && !clientsToo)
    throw new Problem('FORBIDDEN', 'This call is not open to programs of partners.');
  if (audience === 'anyone' || (partnersToo && caller.kind === 'partner')) return;
  if (caller.kind === 'partner') throw new Problem('FORBIDDEN', 'This call is for players, not for partners.');
  if (caller.kind !== 'player') throw new Problem('UNAUTHENTICATED', 'Unauthorized: sign in first.');
  if (audience !== 'signed-in' && caller.status !== 'verified')
    throw new Problem('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
  const isRoles = typeof audience === 'object';
  if ((isMutation || isRoles) && !evenSuspended) refuseSuspended(caller);
  if (isRoles && !caller.roles?.includes(audience.role))
    throw new Problem('ROLE_MISSING', `This call needs the role ${audience.role}.`);
}

/** A guest who has to sign in first is no attempt at someone else's data, and is not logged. */
function noteRefusal(error: unknown, { kind, subject }: Identity, call: string): void {
  if (kind !== 'guest' && error instanceof Problem)
    log.info({ problem: error.code, call, [kind]: subject }, 'Access was refused');
}

function refuseSuspended({ suspendedUntil }: Identity): void {
  if (suspendedUntil === undefined || Date.parse(suspendedUntil) <= Date.now()) return;
  const end = suspendedUntil < NO_END ? ` until ${suspendedUntil}` : '';
  throw new Problem('ACCOUNT_SUSPENDED', `Your account is suspended${end}. You can read, and appeal the decision.`);
}

// As `GqlExecutionContext` does, whose package only services with GraphQL load.
const graphqlArguments = (context: ExecutionContext) =>
  context.getArgs<[unknown, unknown, RequestContext, GraphQLResolveInfo]>();

const isGraphql = (context: ExecutionContext) => context.getType<GqlContextType>() === 'graphql';

/** Only GraphQL carries identities; plain routes are health checks and byte streams with their own tokens. */
const callerOf = (context: ExecutionContext): Identity =>
  isGraphql(context) ? graphqlArguments(context)[2].identity : ANONYMOUS;

const isMutation = (context: ExecutionContext): boolean =>
  isGraphql(context) && graphqlArguments(context)[3].parentType.name === 'Mutation';
