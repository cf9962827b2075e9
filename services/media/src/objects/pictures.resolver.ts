import { Args, Query, ResolveReference, Resolver } from '@nestjs/graphql';
import { Access, picturePath } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import type * as Schema from '../schema.generated.js';
import { Picture } from './picture.entity.js';

@Resolver('Picture')
export class PicturesResolver {
  constructor(private readonly dataSource: DataSource) {}

  @Query('picture')
  @Access('anyone')
  async picture(@Args('id') id: Schema.QueryPictureArgs['id']): Promise<Schema.Query['picture']> {
    return this.find(id);
  }

  @ResolveReference()
  async resolveReference({ id }: Pick<Schema.Picture, 'id'>): Promise<Schema.Picture | null> {
    return this.find(id);
  }

  private async find(id: string) {
    if (!UUID.test(id)) return null;
    const picture = await this.dataSource.manager.findOneBy(Picture, { id, erased: false, withheld: false });
    return (
      picture && {
        id,
        url: picturePath(id),
        width: picture.width,
        height: picture.height,
        thumbhash: picture.thumbhash,
      }
    );
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
