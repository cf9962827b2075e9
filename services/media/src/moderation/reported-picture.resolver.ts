import { ResolveReference, Resolver } from '@nestjs/graphql';
import { InjectConfig, type Identity, picturePath, type RequestContext } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { MediaConfig } from '../config.js';
import { Picture } from '../objects/picture.entity.js';
import type * as Schema from '../schema.generated.js';
import { signWithheld } from './withheld-token.js';

const uuid = z.uuid();

/** A reported picture for moderators and for who uploaded it. */
@Resolver('ReportedPicture')
export class ReportedPictureResolver {
  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.ReportedPicture, 'id'>, { identity }: RequestContext): Promise<Schema.ReportedPicture | null> {
    if (identity.kind !== 'player' || !uuid.safeParse(id).success) return null;
    const picture = await this.dataSource.manager.findOneBy(Picture, { id, erased: false });
    if (!picture || !maySee(identity, picture.ownerId)) return null;
    const query = picture.withheld ? `?withheld=${signWithheld(this.config.UPLOAD_SECRET, id)}` : '';
    const { width, height, withheld } = picture;
    return { id, small: `${picturePath(id)}/small${query}`, large: `${picturePath(id)}/large${query}`, width, height, isTakenAway: withheld };
  }
}

const maySee = ({ roles, subject }: Identity, ownerId: string): boolean => (roles?.includes('moderator') ?? false) || subject === ownerId;
