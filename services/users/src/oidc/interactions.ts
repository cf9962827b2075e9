import { Injectable } from '@nestjs/common';
import { Problem, signInBinding, type Identity } from '@sprayhunt/service-kit';
import { Issuer } from './issuer.js';

/** The steps of the issuer that wait for somebody to prove who they are. */
@Injectable()
export class Interactions {
  constructor(private readonly issuer: Issuer) {}

  /**
   * Lets the browser session that began a sign-in finish it as this account. The issuer's own cookie
   * keeps others from going on with it; that alone would let a stranger begin, have somebody else
   * prove who they are, and go on as them. So who proves must be who began, too.
   * @returns the own path to which the browser goes on
   * @throws Problem `SIGN_IN_EXPIRED` for one that is unknown, over, or another session's
   */
  async finish(uid: string, accountId: string, { session }: Identity): Promise<string> {
    const interaction = await this.issuer.provider.Interaction.find(uid);
    if (!interaction || !session || interaction.params['browser'] !== signInBinding(session, String(interaction.params['state']))) throw expired();
    interaction.result = { login: { accountId, remember: false } };
    await interaction.persist();
    return new URL(interaction.returnTo).pathname;
  }
}

const expired = () => new Problem('SIGN_IN_EXPIRED', 'This sign-in is not open any more. Please start again.');
