import { Injectable } from '@nestjs/common';
import { avatarChanged, profileCompleted } from '@sprayhunt/contracts';
import { Outbox, parseInput, PictureShelf, Problem, type Identity } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Account } from './account.entity.js';
import { avatarUrlField, bioField, dateOfBirthField, pinPreferencesField, usernameField } from './sign-up.input.js';
import { refuseTakenUsername } from './taken-username.js';
import { usernameKeys } from './username.js';

const completeProfileInput = z.object({
  username: usernameField,
  dateOfBirth: dateOfBirthField,
  bio: bioField,
  avatarUrl: avatarUrlField,
  pinPreferences: pinPreferencesField,
});

/** The profile step after sign-up; a player may take it again to change what it holds. */
@Injectable()
export class CompleteProfileService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly pictures: PictureShelf,
  ) {}

  /** @throws Problem `VALIDATION_FAILED`, `USERNAME_TAKEN`, `UNAUTHENTICATED`, `MEDIA_NOT_READY` */
  async complete(input: Record<string, unknown>, caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    const profile = parseInput(completeProfileInput, input);
    const picture = profile.avatarUrl && (await this.avatar(profile.avatarUrl, accountId));
    await this.dataSource
      .transaction((tx) => this.change(tx, accountId, profile, input['bio'] !== undefined, picture ? picture.id : null))
      .catch(refuseTakenUsername);
  }

  private async avatar(url: string, accountId: string) {
    const present = await this.dataSource.manager.findOneBy(Account, { id: accountId });
    return this.pictures.take(url, accountId, 'avatarUrl', present?.avatarPictureId);
  }

  private async change(tx: EntityManager, id: string, profile: z.infer<typeof completeProfileInput>, changesBio: boolean, pictureId: string | null): Promise<void> {
    const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account does not exist any more.');
    const { username, dateOfBirth } = profile;
    const { small, capital } = usernameKeys(username);
    await tx.update(
      Account,
      { id },
      {
        username,
        usernameSmall: small,
        usernameCapital: capital,
        dateOfBirth,
        pinPreferences: { ...account.pinPreferences, ...profile.pinPreferences },
        ...(changesBio && { bio: profile.bio }),
        ...(pictureId && { avatarPictureId: pictureId }),
      },
    );
    await this.outbox.add(tx, profileCompleted, { accountId: id, username });
    if (pictureId && pictureId !== account.avatarPictureId)
      await this.outbox.add(tx, avatarChanged, { accountId: id, pictureId, previousPictureId: account.avatarPictureId });
  }
}
