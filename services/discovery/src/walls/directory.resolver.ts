import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  Page,
  pageSize,
  parseInput,
  Problem,
  text,
  type Identity,
  type RequestContext,
} from '@sprayhunt/service-kit';
import { z } from 'zod';
import { ProMembers } from '../members/pro-members.js';
import type * as Schema from '../schema.generated.js';
import { SavedWallLoader, WallDirectory } from './wall-directory.js';
import { shownWall, WallReads, type ListedWall } from './wall-reads.js';

const directoryList = z.object({
  search: text({ name: 'The search', max: 80 }),
  country: text({ name: 'The country', max: 80 }),
  saved: z.boolean().nullish(),
  first: pageSize,
  after: z.string().nullish(),
});
const wallCursor = z.tuple([z.string(), z.string(), z.string(), z.uuid()]);

/** The worldwide directory of legal walls, a part of Pro. */
@Resolver('LegalWall')
export class DirectoryResolver {
  constructor(
    private readonly directory: WallDirectory,
    private readonly walls: WallReads,
    private readonly members: ProMembers,
    private readonly saved: SavedWallLoader,
  ) {}

  @Query()
  @Access('signed-in')
  async wallDirectory(
    @Args() args: Schema.QueryWallDirectoryArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['wallDirectory']> {
    const { search, country, saved, first, after } = parseInput(directoryList, args);
    await this.members.requirePro(subject!);
    const { items, hasNextPage } = await this.directory.page({
      player: subject!,
      text: search,
      country,
      isSaved: saved ?? false,
      first,
      after: after ? decodeCursor(after, wallCursor) : undefined,
    });
    return new Page(items.map(shownWall), hasNextPage, (wall) =>
      encodeCursor([wall.country, wall.city, wall.name, wall.id]),
    );
  }

  @Query()
  @Access('signed-in')
  async wallCountries(@Caller() { subject }: Identity): Promise<Schema.Query['wallCountries']> {
    await this.members.requirePro(subject!);
    return this.directory.countries();
  }

  @Mutation()
  @Access('signed-in')
  async saveWall(
    @Args('id') id: Schema.MutationSaveWallArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['saveWall']> {
    await this.members.requirePro(subject!);
    const wall = await this.find(id);
    if (!wall) throw new Problem('NOT_FOUND', 'There is no such wall.');
    await this.directory.save(subject!, wall.id);
    return shownWall(wall);
  }

  /** Also without Pro, because it only removes. */
  @Mutation()
  @Access('signed-in')
  async unsaveWall(
    @Args('id') id: Schema.MutationUnsaveWallArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Mutation['unsaveWall']> {
    const wall = await this.find(id);
    if (wall) await this.directory.remove(subject!, wall.id);
    return wall && shownWall(wall);
  }

  @ResolveField()
  async isSaved(
    @Parent() { id }: ListedWall,
    @Context() context: RequestContext,
  ): Promise<Schema.LegalWall['isSaved']> {
    return (await this.saved.load(context, id)) ?? false;
  }

  private async find(id: string): Promise<ListedWall | null> {
    return z.uuid().safeParse(id).success ? this.walls.byId(id) : null;
  }
}
