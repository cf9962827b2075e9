import { Injectable } from '@nestjs/common';
import { grantSession, type Identity, type RequestContext, type SessionGrant } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Account } from '../accounts/account.entity.js';
import { Merges } from '../accounts/merges.js';
import { KnownDevices } from '../devices/known-devices.js';
import { Interactions } from '../oidc/interactions.js';

/** Additional input: the id of the issuer's interaction, if the issuer started the sign-in. */
export const signInInput = z.object({
  interaction: z.string().max(100, 'The interaction has at most 100 characters.').nullish(),
});

/** Signs in to an account after a proof of ownership. */
@Injectable()
export class SignIns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly merges: Merges,
    private readonly devices: KnownDevices,
    private readonly interactions: Interactions,
  ) {}

  /**
   * Merges the caller into the account (`Merges.mergeSignedIn`), records the device and notifies the owner of a new one
   * before anything opens.
   * @param interaction of the issuer, if it started the sign-in: the session then opens when the browser returns from
   *   there
   * @returns the path at which the browser continues; null if the session is open
   * @throws Problem `SIGN_IN_EXPIRED` for an expired interaction, or one of another browser; `CONFLICT`
   */
  async complete(
    grant: SessionGrant,
    caller: Identity,
    context: RequestContext,
    interaction?: string | null,
  ): Promise<string | null> {
    await this.dataSource.transaction(async (tx) => {
      // A session that opens later merges the caller at that time.
      if (!interaction) await this.merges.mergeSignedIn(tx, caller, grant.accountId);
      await this.devices.recordSignIn(tx, grant.accountId, caller.device);
    });
    if (!interaction) {
      const account = await this.dataSource.manager.findOneBy(Account, { id: grant.accountId });
      grantSession(context, { ...grant, language: account?.language });
      return null;
    }
    return this.interactions.finish(interaction, grant.accountId, caller);
  }
}
