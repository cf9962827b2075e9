import { Injectable } from '@nestjs/common';
import { Problem, signInBinding, type Identity } from '@sprayhunt/service-kit';
import { Issuer } from './issuer.js';

/** The issuer's interactions that wait for a sign-in. */
@Injectable()
export class Interactions {
  constructor(private readonly issuer: Issuer) {}

  /**
   * Finishes a sign-in as this account, in the browser session that started it. The issuer's cookie keeps other
   * browsers from continuing, but a stranger could start a sign-in, have another person sign in, and continue as them.
   * So the session that signs in must be the one that started.
   * @returns the path where the browser continues
   * @throws Problem `SIGN_IN_EXPIRED` for an interaction that is unknown, expired or of another session
   */
  async finish(uid: string, accountId: string, { session }: Identity): Promise<string> {
    const interaction = await this.issuer.provider.Interaction.find(uid);
    // Those of partners' clients have no `browser`: no session finishes them this way.
    if (
      !interaction ||
      !session ||
      interaction.params['browser'] !== signInBinding(session, String(interaction.params['state']))
    )
      throw expired();
    interaction.result = { login: { accountId, remember: false } };
    await interaction.persist();
    return new URL(interaction.returnTo).pathname;
  }
}

const expired = () => new Problem('SIGN_IN_EXPIRED', 'This sign-in has expired. Please start again.');
