import { Args, Parent, ResolveField, ResolveReference, Resolver } from '@nestjs/graphql';
import { Caller, pageInput, parseInput, type Identity, Page } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { cursorOfId, idOf } from '../nearby/list-pages.js';
import type * as Schema from '../schema.generated.js';
import type { ListedDiscovery } from './discovery-fields.js';
import { DiscoveryReads, playerOf } from './discovery-reads.js';

const listOfPlayer = pageInput.extend({ player: z.uuid('Name the player by their id.') });

/**
 * The works of a player as a part of their public page. The users service says by `discoveries` whether they are shown.
 */
@Resolver('Player')
export class PlayerResolver {
  constructor(private readonly reads: DiscoveryReads) {}

  @ResolveReference()
  async reference({ id, discoveries }: Pick<Schema.Player, 'id' | 'discoveries'>): Promise<Schema.Player | null> {
    return { id, discoveries };
  }

  @ResolveField()
  async works(
    @Parent() { id, discoveries }: Schema.Player,
    @Args() args: Schema.PlayerWorksArgs,
    @Caller() caller: Identity,
  ): Promise<Schema.Player['works']> {
    const { player, first, after } = parseInput(listOfPlayer, { ...args, player: id });
    if (typeof discoveries !== 'number') return new Page<ListedDiscovery>([], false, cursorOfId);
    const { items, hasNextPage } = await this.reads.ofPublicPlayer(
      player,
      playerOf(caller),
      first,
      after ? idOf(after) : undefined,
    );
    return new Page(items, hasNextPage, cursorOfId);
  }
}
