import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { loaderPerRequest, type RequestContext, SqlPool } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';

const NAMES = {
  name: 'names-of-apps',
  text: 'SELECT client_id AS id, name FROM oauth_clients WHERE client_id = ANY ($1::uuid[])',
};

/**
 * The partner's program by which a player documented a work. Discovery returns the id only to callers who may know it.
 */
@Resolver('Discovery')
export class WorkAppResolver {
  private readonly nameOf = loaderPerRequest<string>(async (ids) => {
    const { rows } = await this.pool.query<{ id: string; name: string }>({ ...NAMES, values: [ids] });
    const found = new Map(rows.map(({ id, name }) => [id, name]));
    return ids.map((id) => found.get(id) ?? null);
  });

  constructor(private readonly pool: SqlPool) {}

  @ResolveField()
  async app(
    @Parent() { appId }: Schema.Discovery,
    @Context() context: RequestContext,
  ): Promise<Schema.Discovery['app']> {
    return appId ? this.nameOf(context, appId) : null;
  }
}
