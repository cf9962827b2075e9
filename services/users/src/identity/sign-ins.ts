import { Injectable } from '@nestjs/common';
import { grantSession, Problem, type Identity, type RequestContext, type SessionGrant } from '@sprayhunt/service-kit';

/** Opens an account for whoever has just proven to own it, whatever the proof was. */
@Injectable()
export class SignIns {
  /**
   * @param interaction of the issuer, where the browser came by it: the session then waits for the browser to go on
   * @returns the own path to which the browser goes on; null where the session is open
   * @throws Problem `SIGN_IN_EXPIRED` for an interaction that is over, or that another browser began
   */
  async complete(grant: SessionGrant, caller: Identity, context: RequestContext, interaction?: string | null): Promise<string | null> {
    if (interaction) throw new Problem('SIGN_IN_EXPIRED', 'This sign-in has expired. Please start again.');
    this.open(grant, caller, context);
    return null;
  }

  private open(grant: SessionGrant, _caller: Identity, context: RequestContext): void {
    grantSession(context, grant);
  }
}
