import { Context, Parent, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import { Access, type RequestContext } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { PlayerLoader } from './player.loader.js';

/** Who documented a work. */
@Resolver('Discovery')
export class FinderResolver {
  constructor(private readonly loader: PlayerLoader) {}

  @ResolveReference()
  async reference({ id, finderId, appId }: Pick<Schema.Discovery, 'id' | 'finderId' | 'appId'>): Promise<Schema.Discovery | null> {
    return { id, finderId, appId };
  }

  @ResolveField()
  @Access('anyone')
  async finder(@Parent() { finderId }: Schema.Discovery, @Context() context: RequestContext): Promise<Schema.Discovery['finder']> {
    return finderId ? this.loader.finder(context, finderId) : null;
  }
}
