import { createParamDecorator, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { GqlContextType } from '@nestjs/graphql';
import { Problem } from '../errors/problem.js';
import type { RequestContext } from '../graphql/request-context.js';
import { ANONYMOUS, type Identity } from './identity.js';

/** `signed-in` includes pending accounts, `verified` does not. */
export type Audience = 'anyone' | 'signed-in' | 'verified';

const AUDIENCE = Symbol('audience');

/** Says who may call a query, a mutation or a route. One without it is refused. */
export const Access = (audience: Audience) => SetMetadata(AUDIENCE, audience);

/** The signed identity of the caller. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => callerOf(context));

/** Refuses by default: an operation without `@Access` cannot be called. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() === 'rpc') return true;
    const audience = this.reflector.get<Audience | undefined>(AUDIENCE, context.getHandler());
    if (!audience) throw new Problem('FORBIDDEN', 'This call is not public.');
    allow(audience, callerOf(context));
    return true;
  }
}

function allow(audience: Audience, caller: Identity): void {
  if (audience === 'anyone') return;
  if (caller.kind === 'partner') throw new Problem('FORBIDDEN', 'This call is for players, not for partners.');
  if (caller.kind !== 'player') throw new Problem('UNAUTHENTICATED', 'Unauthorized: sign in first.');
  if (audience === 'verified' && caller.status !== 'verified')
    throw new Problem('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
}

/** Only GraphQL carries identities; plain routes are health checks and byte streams with their own tokens. */
function callerOf(context: ExecutionContext): Identity {
  if (context.getType<GqlContextType>() !== 'graphql') return ANONYMOUS;
  // As `GqlExecutionContext` does, whose package only services with GraphQL load.
  const [, , { identity }] = context.getArgs<[unknown, unknown, RequestContext]>();
  return identity;
}
