import { Injectable } from '@nestjs/common';
import { grantSession, type Identity, type RequestContext, type SessionGrant } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { KnownDevices } from '../devices/known-devices.js';
import { Interactions } from '../oidc/interactions.js';

/** What comes with a proof: the id of the issuer's interaction, where it asked for the sign-in. */
export const signInInput = z.object({ interaction: z.string().max(100, 'The interaction has at most 100 characters.').nullish() });

/** Opens an account for whoever has just proven to own it, whatever the proof was. */
@Injectable()
export class SignIns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly devices: KnownDevices,
    private readonly interactions: Interactions,
  ) {}

  /**
   * Nothing opens before its device is noted, and word of a new one is on its way to the owner.
   * @param interaction of the issuer, where the browser came by it: the session then opens when the browser comes back from there
   * @returns the own path to which the browser goes on; null where the session is open
   * @throws Problem `SIGN_IN_EXPIRED` for an interaction that is over, or that another browser began
   */
  async complete(grant: SessionGrant, caller: Identity, context: RequestContext, interaction?: string | null): Promise<string | null> {
    await this.dataSource.transaction((tx) => this.devices.meet(tx, grant.accountId, caller.device));
    if (!interaction) {
      grantSession(context, grant);
      return null;
    }
    // What was open before the proof ends with the proof, even if the browser never comes back.
    if (grant.revokeOthers) grantSession(context, { ...grant, opensLater: true });
    return this.interactions.finish(interaction, grant.accountId, caller);
  }
}
