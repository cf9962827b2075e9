import { Injectable } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { loaderPerRequest, SqlPool, type RequestContext } from '@sprayhunt/service-kit';
import { playerOf } from '../discoveries/discovery-reads.js';
import type * as Schema from '../schema.generated.js';
import type { WithheldAward } from './withheld-awards.js';

const SELECT_WITHHELD = {
  name: 'withheld-awards',
  text: `SELECT id, award_withheld AS tokens, award_at AS "payableFrom" FROM discoveries
    WHERE id = ANY ($1::uuid[]) AND player_id = $2 AND award_withheld IS NOT NULL`,
};

/** The withheld awards of one request, for the player whose works they are of. */
@Injectable()
export class WithheldAwardLoader {
  readonly load = loaderPerRequest<WithheldAward>(async (ids, { identity }) => {
    const player = playerOf(identity);
    if (player === undefined) return ids.map(() => null);
    const { rows } = await this.pool.query<WithheldAward & { id: string }>({
      ...SELECT_WITHHELD,
      values: [ids, player],
    });
    const found = new Map(rows.map(({ id, ...award }) => [id, award]));
    return ids.map((id) => found.get(id) ?? null);
  });

  constructor(private readonly pool: SqlPool) {}
}

@Resolver('Discovery')
export class WithheldAwardsResolver {
  constructor(private readonly loader: WithheldAwardLoader) {}

  @ResolveField()
  withheldAward(
    @Parent() { id }: Schema.Discovery,
    @Context() context: RequestContext,
  ): Promise<Schema.Discovery['withheldAward']> {
    return this.loader.load(context, id);
  }
}
