import { Args, Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, invalid, loaderPerRequest, parseInput, type RequestContext } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { ListedDiscovery } from '../discoveries/discovery-fields.js';
import { DiscoveryReads, playerOf } from '../discoveries/discovery-reads.js';
import { onEarth } from '../nearby/mercator.js';
import type * as Schema from '../schema.generated.js';
import { MapReads, type MapMarker } from './map-reads.js';
import { DEEPEST_ZOOM, mapPoint } from './tile.js';

const number = z.number().int().min(0);
const tileArguments = z.object({
  z: number.max(DEEPEST_ZOOM),
  x: number.max(2 ** DEEPEST_ZOOM - 1),
  y: number.max(2 ** DEEPEST_ZOOM - 1),
});

@Resolver('MapTile')
export class MapTileResolver {
  constructor(private readonly reads: MapReads) {}

  @Query()
  @Access('anyone')
  async mapTile(@Args() args: Schema.QueryMapTileArgs): Promise<Schema.Query['mapTile']> {
    const tile = parseInput(tileArguments, args);
    const side = (['x', 'y'] as const).find((one) => tile[one] >= 2 ** tile.z);
    if (side)
      throw invalid([
        { field: side, code: 'invalid', detail: `At zoom ${tile.z}, ${side} is at most ${2 ** tile.z - 1}.` },
      ]);
    const { version, content } = await this.reads.tile(tile);
    return { version, isFull: content.isFull, marks: content.markers.map(markerOf) };
  }
}

@Resolver('MapMark')
export class MapMarkResolver {
  private readonly load = loaderPerRequest<ListedDiscovery>((ids, { identity }) =>
    this.works.byIds(ids, playerOf(identity)),
  );

  constructor(private readonly works: DiscoveryReads) {}

  @ResolveField()
  async work(@Parent() { workId }: ShownMarker, @Context() context: RequestContext): Promise<Schema.MapMark['work']> {
    return workId ? this.load(context, workId) : null;
  }
}

type ShownMarker = ReturnType<typeof markerOf>;
const markerOf = ({ place, standing, gone, work }: MapMarker) => ({
  ...onEarth(mapPoint(place)),
  standing,
  gone,
  workId: work,
  work: null,
});
