import { Injectable } from '@nestjs/common';
import { InjectConfig, log, parseInput, Problem, type Identity, type SessionGrant } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { Limits } from '../identity/limits.js';
import type * as Schema from '../schema.generated.js';
import {
  challengeIn,
  passkeyInvalid,
  passkeyRejected,
  type RelyingParty,
  relyingPartyOf,
  userHandle,
  webauthn,
} from './ceremony.js';
import { CHALLENGE_MS, PasskeyChallenges, signInSlot } from './passkey-challenges.js';
import { Passkey } from './passkey.entity.js';
import { passkeyUseInput } from './passkey.input.js';

/** Sign-in by a passkey, which identifies the account without any input. */
@Injectable()
export class PasskeySignInService {
  private readonly party: RelyingParty;

  constructor(
    private readonly dataSource: DataSource,
    private readonly challenges: PasskeyChallenges,
    private readonly limits: Limits,
    @InjectConfig() config: UsersConfig,
  ) {
    this.party = relyingPartyOf(config);
  }

  /**
   * Options for the browser's passkey prompt; identical for all except the challenge.
   * @throws Problem `UNAUTHENTICATED`, `RATE_LIMITED`
   */
  async options(caller: Identity): Promise<object> {
    const slot = signInSlot(caller);
    // The gateway opens an anonymous session for a caller without one.
    if (!slot) throw new Problem('UNAUTHENTICATED', 'Unauthorized: passkeys need a browser session.');
    await this.limits.countUse('LIMIT_PASSKEYS_PER_ADDRESS', caller.address);
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: this.party.id,
      challenge: Uint8Array.from(await this.challenges.issue(slot)),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    });
  }

  /**
   * Opens the account of the passkey that signed this browser's challenge.
   * @throws Problem `PASSKEY_INVALID`, `VALIDATION_FAILED`, `RATE_LIMITED`
   */
  async signIn(given: Schema.MutationSignInByPasskeyArgs['response'], caller: Identity): Promise<SessionGrant> {
    await this.limits.countUse('LIMIT_PASSKEYS_PER_ADDRESS', caller.address);
    const { response } = parseInput(passkeyUseInput, { response: given });
    const slot = signInSlot(caller);
    const challenge = challengeIn(response.response.clientDataJSON);
    if (!slot || !challenge || !(await this.challenges.redeem(slot, challenge))) throw passkeyInvalid();
    const passkey = await this.dataSource.manager.findOneBy(Passkey, {
      credentialId: Buffer.from(response.id, 'base64url'),
    });
    if (!passkey || response.response.userHandle !== userHandle(passkey.accountId).toString('base64url'))
      throw passkeyInvalid();
    await this.use(passkey, await this.verify(response, challenge, passkey));
    // Only verified accounts have passkeys.
    return { accountId: passkey.accountId, status: 'verified' };
  }

  private async verify(response: z.infer<typeof passkeyUseInput>['response'], challenge: string, passkey: Passkey) {
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.party.origins,
      expectedRPID: this.party.id,
      requireUserVerification: true,
      // The counter is compared when it is written, so that of two copies only one succeeds.
      credential: { id: response.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    }).catch((error: unknown) => {
      throw passkeyRejected(error, passkey.id);
    });
    if (!verified) throw passkeyInvalid();
    return authenticationInfo;
  }

  /** Records the use. A counter that does not increase is a sign of a copied authenticator (WebAuthn, 6.1.1). */
  private async use(
    { id, accountId, counter }: Passkey,
    now: { newCounter: number; credentialBackedUp: boolean },
  ): Promise<void> {
    const used = await this.dataSource
      .createQueryBuilder()
      .update(Passkey)
      .set({ counter: now.newCounter, backedUp: now.credentialBackedUp, lastUsedAt: new Date() })
      .where('id = :id AND (counter < :newCounter OR counter = 0 AND :newCounter = 0)', {
        id,
        newCounter: now.newCounter,
      })
      .execute();
    if (used.affected === 1) return;
    log.warn(
      { passkey: id, accountId, counter, given: now.newCounter },
      'A passkey was refused: its counter did not increase, so it may have been copied',
    );
    throw passkeyInvalid();
  }
}
