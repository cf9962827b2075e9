import { Injectable } from '@nestjs/common';
import { InjectConfig, languageOf, parseInput, Problem, uuidv7, type Identity } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Account } from '../accounts/account.entity.js';
import type { UsersConfig } from '../config.js';
import { Contacts } from '../identity/contacts.js';
import { PRODUCT_NAME } from '../product.js';
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
import { defaultName } from './default-name.js';
import { addingSlot, CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges.js';
import { Passkey } from './passkey.entity.js';
import { newPasskeyInput, passkeyNameInput } from './passkey.input.js';

/** Limit of passkeys per account: more than anyone has devices, few enough for one list. */
const MAX_PASSKEYS = 20;

/** EdDSA, ES256 and RS256 (COSE numbers): every authenticator supports one, and Node.js can verify all of them. */
const ALGORITHMS = [-8, -7, -257];

const uuid = z.uuid();

/** The passkeys of an account, for their owner. */
@Injectable()
export class PasskeysService {
  private readonly party: RelyingParty;

  constructor(
    private readonly dataSource: DataSource,
    private readonly challenges: PasskeyChallenges,
    private readonly contacts: Contacts,
    @InjectConfig() config: UsersConfig,
  ) {
    this.party = relyingPartyOf(config);
  }

  /** Oldest first. */
  list({ subject }: Identity): Promise<Passkey[]> {
    return this.dataSource.manager.find(Passkey, {
      where: { accountId: subject! },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Options for the browser to create a passkey.
   * @throws Problem `PASSKEY_LIMIT`
   */
  async creationOptions(caller: Identity): Promise<object> {
    const [account, present] = await Promise.all([
      this.dataSource.manager.findOneBy(Account, { id: caller.subject! }),
      this.list(caller),
    ]);
    if (!account) throw accountErased();
    if (present.length >= MAX_PASSKEYS) throw tooMany();
    const name = account.username ?? `${PRODUCT_NAME} player`;
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: this.party.id,
      userID: Uint8Array.from(userHandle(account.id)),
      userName: name,
      userDisplayName: name,
      challenge: Uint8Array.from(await this.challenges.issue(addingSlot(caller))),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: present.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports,
      })),
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  /**
   * Adds the passkey that the browser created, and notifies the owner.
   * @throws Problem `VALIDATION_FAILED`, `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `PASSKEY_LIMIT`
   */
  async add(given: Schema.MutationAddPasskeyArgs, caller: Identity): Promise<Passkey> {
    const { response, name } = parseInput(newPasskeyInput, given);
    const { credential, aaguid, credentialBackedUp } = await this.verify(response, caller);
    const transports = response.response.transports ?? [];
    const passkey: Passkey = {
      id: uuidv7(),
      accountId: caller.subject!,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      backedUp: credentialBackedUp,
      name: name ?? defaultName(aaguid, transports, caller.device?.userAgent, languageOf(caller)),
      createdAt: new Date(),
      lastUsedAt: null,
    };
    await this.dataSource.transaction(async (tx) => {
      // Serialised, so that the limit holds.
      const account = await tx.findOne(Account, {
        where: { id: passkey.accountId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!account) throw accountErased();
      if ((await tx.countBy(Passkey, { accountId: account.id })) >= MAX_PASSKEYS) throw tooMany();
      const added = await tx
        .createQueryBuilder()
        .insert()
        .into(Passkey)
        .values(passkey)
        .orIgnore()
        .returning('id')
        .execute();
      if ((added.raw as unknown[]).length === 0)
        throw new Problem('PASSKEY_EXISTS', 'This passkey has already been added.');
      await this.contacts.notifyOwner(tx, account.id, 'passkeyAdded', {});
    });
    return passkey;
  }

  /** @throws Problem `NOT_FOUND`, `VALIDATION_FAILED` */
  async rename(id: string, given: Schema.MutationRenamePasskeyArgs['name'], caller: Identity): Promise<Passkey> {
    const { name } = parseInput(passkeyNameInput, { name: given });
    const passkey = await this.own(id, caller);
    await this.dataSource.manager.update(Passkey, { id }, { name });
    return { ...passkey, name };
  }

  /**
   * Removes a passkey; sessions that it opened stay.
   * @throws Problem `NOT_FOUND`
   */
  async remove(id: string, caller: Identity): Promise<void> {
    await this.own(id, caller);
    await this.dataSource.manager.delete(Passkey, { id });
  }

  private async verify(response: z.infer<typeof newPasskeyInput>['response'], caller: Identity) {
    const challenge = challengeIn(response.response.clientDataJSON);
    if (!challenge || !(await this.challenges.redeem(addingSlot(caller), challenge))) throw passkeyInvalid();
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.party.origins,
      expectedRPID: this.party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((error: unknown) => {
      throw passkeyRejected(error);
    });
    if (!registrationInfo) throw passkeyInvalid();
    return registrationInfo;
  }

  private async own(id: string, { subject }: Identity): Promise<Passkey> {
    const passkey = uuid.safeParse(id).success
      ? await this.dataSource.manager.findOneBy(Passkey, { id, accountId: subject! })
      : null;
    if (!passkey) throw new Problem('NOT_FOUND', 'You have no such passkey.');
    return passkey;
  }
}

const tooMany = () =>
  new Problem(
    'PASSKEY_LIMIT',
    `An account can have up to ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`,
  );
const accountErased = () => new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
