import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access, Caller, Page, pageInput, parseInput, text, withResolved, type Identity } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { playerOf } from '../discoveries/discovery-reads.js';
import { cursorOfId, idOf, pageOfAll } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import { ArtistReads } from './artist-reads.js';
import { artistsMatching, featuredArtist, nameKey, namesOf, type FeaturedArtist } from './featured-artists.js';

/** Characters of a search. */
const SEARCH_LENGTH = 80;
/** Characters of a name that works credit. */
const NAME_LENGTH = 120;

const artistList = pageInput.extend({ search: text({ name: 'The search', max: SEARCH_LENGTH }) });
const artistAddress = z.object({
  slug: z.string().max(NAME_LENGTH, `The artist's name has at most ${NAME_LENGTH} characters.`),
});

@Resolver('Artist')
export class ArtistsResolver {
  constructor(private readonly reads: ArtistReads) {}

  @Query()
  @Access('anyone')
  async artists(@Args() args: Schema.QueryArtistsArgs): Promise<Schema.Query['artists']> {
    const { search, first, after } = parseInput(artistList, args);
    return pageOfAll(artistsMatching(search ?? '').map(featured), first, after);
  }

  @Query()
  @Access('anyone')
  async artist(@Args() args: Schema.QueryArtistArgs): Promise<Schema.Query['artist']> {
    const { slug } = parseInput(artistAddress, args);
    const found = featuredArtist(slug);
    if (found) return featured(found);
    const name = nameKey(slug) === '' ? null : await this.reads.creditedAs(slug);
    return name === null ? null : credited(name);
  }

  /** The works that credit the artist by any name. */
  @ResolveField()
  async works(
    @Parent() { name, aka }: Schema.Artist,
    @Args() args: Schema.ArtistWorksArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Artist['works']> {
    const { first, after } = parseInput(pageInput, args);
    const { items, hasNextPage } = await this.reads.works(
      namesOf({ name, aka }),
      playerOf(caller),
      first,
      after ? idOf(after) : undefined,
    );
    return new Page(items, hasNextPage, cursorOfId);
  }
}

const shown = withResolved<Schema.Artist, 'works'>();
const featured = ({ slug, ...facts }: FeaturedArtist) => shown({ id: slug, isFeatured: true, ...facts });
const credited = (name: string) =>
  shown({
    id: nameKey(name),
    name,
    isFeatured: false,
    aka: [],
    achievements: [],
    city: null,
    country: null,
    activeYears: null,
    style: null,
    bio: null,
    website: null,
    source: null,
    sourceUrl: null,
  });
