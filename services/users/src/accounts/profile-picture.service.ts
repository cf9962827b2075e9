import { Injectable } from '@nestjs/common';
import { avatarChanged } from '@sprayhunt/contracts';
import { Outbox, parseInput, picturePath, OwnPictures, Problem, type Identity } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type * as Schema from '../schema.generated.js';
import { Account } from './account.entity.js';
import { PICTURE_BYTES, pictureUrlField } from './sign-up.input.js';

const profilePictureInput = z.object({ imageUrl: pictureUrlField });

/** Changes only the picture of a profile. */
@Injectable()
export class ProfilePictureService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly pictures: OwnPictures,
  ) {}

  /**
   * @param imageUrl the uploadURL that the player was given, or its `/objects/…` form
   * @returns path of the new picture
   * @throws Problem `VALIDATION_FAILED`, `UNAUTHENTICATED`, `MEDIA_NOT_READY`
   */
  async change(imageUrl: Schema.MutationSetProfilePictureArgs['imageUrl'], caller: Identity): Promise<string> {
    const id = caller.subject!;
    const input = parseInput(profilePictureInput, { imageUrl });
    const present = await this.dataSource.manager.findOneBy(Account, { id });
    const picture = await this.pictures.requireOwnPicture(input.imageUrl, id, {
      field: 'imageUrl',
      inUse: present?.avatarPictureId,
      maxBytes: PICTURE_BYTES,
    });
    await this.dataSource.transaction(async (tx) => {
      const account = await tx.findOne(Account, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      if (account.avatarPictureId === picture.id) return;
      await tx.update(Account, { id }, { avatarPictureId: picture.id });
      await this.outbox.add(tx, avatarChanged, {
        accountId: id,
        pictureId: picture.id,
        previousPictureId: account.avatarPictureId,
      });
    });
    return picturePath(picture.id);
  }
}
