import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { describe, expect, it, jest } from '@jest/globals';
import { log } from '../logging/log.js';
import { Access, AccessGuard } from './access.guard.js';
import { ANONYMOUS, type Identity } from './identity.js';
import { NO_END } from './roles.js';

class Calls {
  @Access('anyone')
  open() {}

  @Access('signed-in')
  own() {}

  @Access('verified')
  play() {}

  @Access('signed-in', { evenSuspended: true })
  leave() {}

  @Access('verified', { partnersToo: true })
  manage() {}

  @Access('verified', { clientsToo: true })
  add() {}

  @Access({ role: 'moderator' })
  decide() {}

  forgotten() {}
}

const guard = new AccessGuard(new Reflector());

/** `ok`, or the code of the refusal. */
function resultOf(call: keyof Calls, identity: Identity, operation: 'Query' | 'Mutation' = 'Mutation'): string {
  const context = {
    getType: () => 'graphql',
    getHandler: () => Calls.prototype[call],
    getArgs: () => [undefined, {}, { identity }, { parentType: { name: operation } }],
  };
  try {
    guard.canActivate(context as unknown as ExecutionContext);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const player: Identity = { kind: 'player', subject: '01890a5d-ac96-774b-bcce-b302099a8057', status: 'verified' };
/** The player through a partner's client. */
const through: Identity = { ...player, client: '01890a5d-ac96-774b-bcce-b302099a8058', scopes: ['discoveries:write'] };
const moderator: Identity = { ...player, roles: ['moderator'] };
const suspended = (until: string): Identity => ({ ...moderator, suspendedUntil: until });

describe('access', () => {
  it.each<[keyof Calls, Identity, string]>([
    ['open', ANONYMOUS, 'ok'],
    ['own', ANONYMOUS, 'UNAUTHENTICATED'],
    ['own', { kind: 'partner' }, 'FORBIDDEN'],
    ['own', { ...player, status: 'pending' }, 'ok'],
    ['play', { ...player, status: 'pending' }, 'CONTACT_NOT_VERIFIED'],
    ['play', player, 'ok'],
    ['manage', { kind: 'partner' }, 'ok'],
    ['manage', ANONYMOUS, 'UNAUTHENTICATED'],
    ['manage', { ...player, status: 'pending' }, 'CONTACT_NOT_VERIFIED'],
    ['forgotten', player, 'FORBIDDEN'],
    ...(['open', 'own', 'play', 'manage'] as const).map((call): [keyof Calls, Identity, string] => [
      call,
      through,
      'FORBIDDEN',
    ]),
    ['add', through, 'ok'],
    ['add', { ...through, suspendedUntil: NO_END }, 'ACCOUNT_SUSPENDED'],
    ['add', { kind: 'partner', scopes: ['discoveries:write'] }, 'FORBIDDEN'],
  ])('to %s', (call, identity, result) => expect(resultOf(call, identity)).toBe(result));

  it('that is refused is logged with the caller and the call; a guest who has to sign in is not', () => {
    const logged = jest.spyOn(log, 'info').mockImplementation(() => undefined);
    resultOf('decide', player);
    resultOf('own', { kind: 'partner', subject: 'a-client' });
    resultOf('own', ANONYMOUS);
    resultOf('play', player);
    const lines = logged.mock.calls;
    logged.mockRestore();
    expect(lines).toEqual([
      [{ problem: 'ROLE_MISSING', call: 'decide', player: player.subject }, 'Access was refused'],
      [{ problem: 'FORBIDDEN', call: 'own', partner: 'a-client' }, 'Access was refused'],
    ]);
  });

  it('by a role is for verified players who have that role', () => {
    expect(resultOf('decide', ANONYMOUS)).toBe('UNAUTHENTICATED');
    expect(resultOf('decide', { kind: 'partner', scopes: ['players:read'], roles: ['moderator'] })).toBe('FORBIDDEN');
    expect(resultOf('decide', { ...moderator, status: 'pending' })).toBe('CONTACT_NOT_VERIFIED');
    for (const roles of [undefined, [], ['organiser']])
      expect(resultOf('decide', { ...player, roles })).toBe('ROLE_MISSING');
    expect(resultOf('decide', moderator)).toBe('ok');
  });

  it('of a suspended player is limited to reading, and to what protects the player', () => {
    const now = suspended(new Date(Date.now() + 60_000).toISOString());
    for (const identity of [now, suspended(NO_END)]) {
      expect(resultOf('own', identity)).toBe('ACCOUNT_SUSPENDED');
      expect(resultOf('play', identity)).toBe('ACCOUNT_SUSPENDED');
      expect(resultOf('decide', identity, 'Query')).toBe('ACCOUNT_SUSPENDED');
      expect(resultOf('own', identity, 'Query')).toBe('ok');
      expect(resultOf('leave', identity)).toBe('ok');
      expect(resultOf('open', identity)).toBe('ok');
    }
  });

  it('comes back by itself when the suspension ends', () => {
    expect(resultOf('play', suspended(new Date(Date.now() - 1).toISOString()))).toBe('ok');
  });
});
