import { Args, Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  type Identity,
  loaderPerRequest,
  pageSize,
  parseInput,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { ListedDiscovery } from '../discoveries/discovery-fields.js';
import { DiscoveryReads, playerOf } from '../discoveries/discovery-reads.js';
import type * as Schema from '../schema.generated.js';
import { shownWall, WallReads, type ListedWall } from '../walls/wall-reads.js';
import { boundingBox } from './bounding-box.js';
import { changeKinds, kindsFor } from './change-kinds.js';
import { ChangeReads, type LoggedChange } from './change-reads.js';
import { cursorOfPosition, positionSince, MAX_SINCE_LENGTH } from './since.js';

const changeList = z.object({
  since: z.string().max(MAX_SINCE_LENGTH, 'This is neither a cursor nor a moment.').nullish(),
  first: pageSize,
  kinds: changeKinds.nullish(),
  bbox: boundingBox.nullish(),
});

/** Removed works and walls have no data. */
const isRemoval = ({ kind }: Pick<Schema.Change, 'kind'>) => kind.endsWith('.removed');

@Resolver('Change')
export class ChangesResolver {
  private readonly workOf = loaderPerRequest<ListedDiscovery>((ids, { identity }) =>
    this.works.byIds(ids, playerOf(identity)),
  );
  private readonly wallOf = loaderPerRequest<ListedWall>((ids) => this.walls.byIds(ids));

  constructor(
    private readonly reads: ChangeReads,
    private readonly works: DiscoveryReads,
    private readonly walls: WallReads,
  ) {}

  @Query()
  @Access('anyone')
  async changes(@Args() args: Schema.QueryChangesArgs, @Caller() caller: Identity): Promise<Schema.Query['changes']> {
    const { since, first, kinds, bbox } = parseInput(changeList, args);
    const wanted = kindsFor(caller, kinds);
    const { changes, position, hasNextPage } = await this.reads.after(await positionSince(this.reads, since), first, {
      kinds: wanted,
      box: bbox,
    });
    const nodes = changes.map(shown);
    return {
      nodes,
      edges: nodes.map((node) => ({ cursor: node.cursor, node })),
      pageInfo: { hasNextPage, endCursor: cursorOfPosition(position) },
    };
  }

  @ResolveField()
  async work(@Parent() change: Schema.Change, @Context() context: RequestContext): Promise<Schema.Change['work']> {
    return change.kind.startsWith('work.') && !isRemoval(change) ? this.workOf(context, change.id) : null;
  }

  @ResolveField()
  async wall(@Parent() change: Schema.Change, @Context() context: RequestContext): Promise<Schema.Change['wall']> {
    const wall = change.kind.startsWith('wall.') && !isRemoval(change) ? await this.wallOf(context, change.id) : null;
    return wall && shownWall(wall);
  }
}

const shown = ({ position, kind, subject, at }: LoggedChange): Schema.Change => ({
  cursor: cursorOfPosition(position),
  kind,
  id: subject,
  at,
  work: null,
  wall: null,
});
