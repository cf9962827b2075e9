import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Access, Caller, languageOf, Problem, type Identity, type RequestContext } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { SignIns } from '../identity/sign-ins.js';
import type * as Schema from '../schema.generated.js';
import { ForeignIdentities } from './foreign-identities.js';
import { IdTokens } from './id-tokens.js';

/** Completes every sign-in at an issuer, our own or another one. */
@Resolver()
export class IdTokenResolver {
  constructor(
    private readonly idTokens: IdTokens,
    private readonly foreignIdentities: ForeignIdentities,
    private readonly signIns: SignIns,
    private readonly dataSource: DataSource,
  ) {}

  @Mutation()
  @Access('anyone')
  async signInByIdToken(
    @Args('idToken') idToken: Schema.MutationSignInByIdTokenArgs['idToken'],
    @Args('nonce') nonce: Schema.MutationSignInByIdTokenArgs['nonce'],
    @Caller() caller: Identity,
    @Context() context: RequestContext,
  ): Promise<Schema.Mutation['signInByIdToken']> {
    const subject = await this.idTokens.redeem(idToken, nonce);
    const grant = subject.isOurs
      ? await this.ownAccount(subject.subject)
      : await this.foreignIdentities.account(subject, languageOf(caller));
    await this.signIns.complete(grant, caller, context);
    return true;
  }

  private async ownAccount(id: string) {
    const account = await this.dataSource.manager.findOneBy(Account, { id });
    if (!account) throw new Problem('ID_TOKEN_INVALID', 'This account no longer exists.');
    return { accountId: id, status: account.status };
  }
}
