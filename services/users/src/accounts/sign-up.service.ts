import { Injectable } from '@nestjs/common';
import { avatarChanged } from '@sprayhunt/contracts';
import {
  ErasedAccounts,
  IdempotentTransaction,
  type Identity,
  InjectConfig,
  type Language,
  languageOf,
  newSubject,
  Outbox,
  OwnPictures,
} from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { KnownDevices } from '../devices/known-devices.js';
import { CodeSending } from '../identity/code-sending.js';
import { Contact } from '../identity/contact.entity.js';
import { Limits } from '../identity/limits.js';
import { contactSlot, OneTimeCodes } from '../identity/one-time-codes.js';
import { Messages } from '../messages/messages.js';
import { messageTo } from '../messages/message-to.js';
import type * as Schema from '../schema.generated.js';
import { Account } from './account.entity.js';
import { Merges } from './merges.js';
import { DEFAULT_PINS } from './pin-preferences.js';
import { PICTURE_BYTES, parseSignUp, parseTrialSignUp, type SignUp } from './sign-up.input.js';
import { throwUsernameTaken, TakenUsernames } from './taken-usernames.js';
import { usernameKeys } from './username.js';
import { UsernameSuggestions } from './username-suggestions.js';

/** Creates pending accounts. */
@Injectable()
export class SignUpService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    private readonly outbox: Outbox,
    private readonly erased: ErasedAccounts,
    private readonly pictures: OwnPictures,
    private readonly codes: OneTimeCodes,
    private readonly merges: Merges,
    private readonly devices: KnownDevices,
    private readonly messages: Messages,
    private readonly usernames: TakenUsernames,
    private readonly suggestions: UsernameSuggestions,
    private readonly limits: Limits,
    private readonly sending: CodeSending,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  /**
   * Creates a pending account and sends the announced SMS. Whether another account has the phone or
   * e-mail is not looked up here, so neither response nor timing reveals it.
   * @returns the new account's id
   * @throws Problem `VALIDATION_FAILED`, `USERNAME_TAKEN`, `RATE_LIMITED`, `MEDIA_NOT_READY`
   */
  async signUp(input: Schema.MutationSignUpArgs['input'], caller: Identity): Promise<string> {
    return this.create(
      await this.usernames.readWithUsername(input.username, () => parseSignUp(input, this.config.PHONE_COUNTRY)),
      caller,
    );
  }

  /** The same by the trial's form; a player without a name gets a free one like the first name. */
  async signUpForTrial(input: Schema.MutationTrialSignUpArgs['input'], caller: Identity): Promise<string> {
    const form = await this.usernames.readWithUsername(input.username, () =>
      parseTrialSignUp(input, this.config.PHONE_COUNTRY),
    );
    const [username = ''] = form.username ? [form.username] : await this.suggestions.suggest(form.firstName);
    return this.create({ ...form, username }, caller);
  }

  private async create(form: SignUp, caller: Identity): Promise<string> {
    await this.limits.countUse('LIMIT_SIGN_UPS_PER_ADDRESS', caller.address);
    return this.sending.sendLimited(
      { share: 'sign-up', kind: 'phone', value: form.phone, address: caller.address },
      (tries) => this.write(form, caller, tries),
    );
  }

  private async write(form: SignUp, caller: Identity, tries: number): Promise<string> {
    const picture =
      form.avatarUrl &&
      (await this.pictures.requireOwnPicture(form.avatarUrl, caller.subject ?? '', {
        field: 'avatarUrl',
        maxBytes: PICTURE_BYTES,
      }));
    return this.transaction
      .run(async (tx) => {
        const accountId = await this.idFor(caller, tx);
        await this.releaseOwnUsername(tx, caller, form.username);
        await this.open(tx, accountId, form, picture ? picture.id : null, languageOf(caller));
        await this.merges.mergeFormerSignUp(tx, caller, accountId);
        await this.devices.recordSignIn(tx, accountId, caller.device);
        const code = await this.codes.issue(
          tx,
          contactSlot(accountId),
          { kind: 'phone', value: form.phone, accountId },
          tries,
        );
        await this.messages.write(
          tx,
          messageTo({ kind: 'phone', value: form.phone, language: languageOf(caller) }, 'welcome', { code }),
        );
        return accountId;
      })
      .catch(throwUsernameTaken);
  }

  /** A guest's subject becomes the account's id, so that the guest's uploads belong to the account. */
  private async idFor(caller: Identity, tx: EntityManager): Promise<string> {
    if (caller.kind !== 'guest' || !caller.subject) return newSubject();
    const isTaken =
      (await this.erased.includes(tx, caller.subject)) || (await tx.existsBy(Account, { id: caller.subject }));
    return isTaken ? newSubject() : caller.subject;
  }

  /** A player who signs up again, for example after a mistyped phone, keeps the chosen name. */
  private async releaseOwnUsername(tx: EntityManager, caller: Identity, username: string): Promise<void> {
    if (caller.kind !== 'player' || !caller.subject) return;
    await tx.update(
      Account,
      { id: caller.subject, status: 'pending', usernameSmall: usernameKeys(username).small },
      { username: null, usernameSmall: null, usernameCapital: null },
    );
  }

  private async open(
    tx: EntityManager,
    id: string,
    form: SignUp,
    avatarPictureId: string | null,
    language: Language,
  ): Promise<void> {
    const { email, phone, avatarUrl: _, ...profile } = form;
    const { small, capital } = usernameKeys(form.username);
    await tx.insert(Account, {
      ...profile,
      id,
      status: 'pending',
      usernameSmall: small,
      usernameCapital: capital,
      pinPreferences: { ...DEFAULT_PINS, ...form.pinPreferences },
      avatarPictureId,
      language,
      createdAt: new Date(),
    });
    await tx.insert(Contact, [
      { accountId: id, kind: 'phone', value: phone },
      { accountId: id, kind: 'email', value: email },
    ]);
    if (avatarPictureId)
      await this.outbox.add(tx, avatarChanged, { accountId: id, pictureId: avatarPictureId, previousPictureId: null });
  }
}
