import { Injectable } from '@nestjs/common';
import { avatarChanged, profileCompleted } from '@sprayhunt/contracts';
import { IdempotentTransaction, type Identity, Outbox, OwnPictures, parseInput, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { Account } from './account.entity.js';
import {
  avatarUrlField,
  bioField,
  dateOfBirthField,
  PICTURE_BYTES,
  pinPreferencesField,
  usernameField,
} from './sign-up.input.js';
import { throwUsernameTaken, TakenUsernames } from './taken-usernames.js';
import { usernameKeys } from './username.js';

const completeProfileInput = (present: Account | null) =>
  z.object({
    username: usernameField(present?.username),
    dateOfBirth: dateOfBirthField,
    bio: bioField,
    avatarUrl: avatarUrlField,
    pinPreferences: pinPreferencesField,
  });

type CompletedProfile = z.output<ReturnType<typeof completeProfileInput>>;

/** The profile step after sign-up; a player may repeat it to change the profile. */
@Injectable()
export class CompleteProfileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly outbox: Outbox,
    private readonly pictures: OwnPictures,
    private readonly usernames: TakenUsernames,
  ) {}

  /** @throws Problem `VALIDATION_FAILED`, `USERNAME_TAKEN`, `UNAUTHENTICATED`, `MEDIA_NOT_READY` */
  async complete(input: Schema.MutationCompleteProfileArgs['input'], caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    const present = await this.dataSource.manager.findOneBy(Account, { id: accountId });
    const profile = await this.usernames.readWithUsername(input.username, () =>
      parseInput(completeProfileInput(present), input),
    );
    const picture =
      profile.avatarUrl &&
      (await this.pictures.requireOwnPicture(profile.avatarUrl, accountId, {
        field: 'avatarUrl',
        inUse: present?.avatarPictureId,
        maxBytes: PICTURE_BYTES,
      }));
    await this.transaction
      .run((tx) => this.change(tx, accountId, profile, input.bio !== undefined, picture ? picture.id : null))
      .catch(throwUsernameTaken);
  }

  private async change(
    tx: EntityManager,
    id: string,
    profile: CompletedProfile,
    changesBio: boolean,
    pictureId: string | null,
  ): Promise<void> {
    const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    const { username, dateOfBirth } = profile;
    const { small, capital } = usernameKeys(username);
    await tx.update(
      Account,
      { id },
      {
        ...(username !== account.username && { username, usernameSmall: small, usernameCapital: capital }),
        dateOfBirth,
        pinPreferences: { ...account.pinPreferences, ...profile.pinPreferences },
        ...(changesBio && { bio: profile.bio }),
        ...(pictureId && { avatarPictureId: pictureId }),
      },
    );
    await this.outbox.add(tx, profileCompleted, { accountId: id, username });
    if (pictureId && pictureId !== account.avatarPictureId)
      await this.outbox.add(tx, avatarChanged, {
        accountId: id,
        pictureId,
        previousPictureId: account.avatarPictureId,
      });
  }
}
