import { ResolveReference, Resolver } from '@nestjs/graphql';
import {
  InjectConfig,
  type Identity,
  loaderPerRequest,
  picturePath,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { DataSource, In } from 'typeorm';
import { z } from 'zod';
import type { MediaConfig } from '../config.js';
import { Picture } from '../objects/picture.entity.js';
import type * as Schema from '../schema.generated.js';
import { signWithheld } from './withheld-token.js';

const uuid = z.uuid();

/** A reported picture for moderators and for who uploaded it. */
@Resolver('ReportedPicture')
export class ReportedPictureResolver {
  /** All that a page of cases names, by one statement. */
  private readonly find = loaderPerRequest<Picture>(async (ids) => {
    const pictures = await this.dataSource.manager.findBy(Picture, { id: In([...ids]), erased: false });
    const found = new Map(pictures.map((picture) => [picture.id, picture]));
    return ids.map((id) => found.get(id) ?? null);
  });

  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  @ResolveReference()
  async resolveReference(
    { id }: Pick<Schema.ReportedPicture, 'id'>,
    context: RequestContext,
  ): Promise<Schema.ReportedPicture | null> {
    const { identity } = context;
    if (identity.kind !== 'player' || !uuid.safeParse(id).success) return null;
    const picture = await this.find(context, id);
    if (!picture || !maySee(identity, picture.ownerId)) return null;
    const query = picture.withheld ? `?withheld=${signWithheld(this.config.UPLOAD_SECRET, id)}` : '';
    const { width, height, withheld } = picture;
    return {
      id,
      small: `${picturePath(id)}/small${query}`,
      large: `${picturePath(id)}/large${query}`,
      width,
      height,
      isTakenAway: withheld,
    };
  }
}

const maySee = ({ roles, subject }: Identity, ownerId: string): boolean =>
  (roles?.includes('moderator') ?? false) || subject === ownerId;
