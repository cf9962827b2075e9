import { Injectable } from '@nestjs/common';
import { committedValue, type Identity, keyedMutation, parseInput, OwnPictures, Problem } from '@sprayhunt/service-kit';
import type * as Schema from '../schema.generated.js';
import { DiscoveryAdder } from './discovery-adder.js';
import type { ListedDiscovery } from './discovery-fields.js';
import { DiscoveryReads } from './discovery-reads.js';
import { newDiscovery } from './new-discovery.js';

@Injectable()
export class DiscoveriesService {
  constructor(
    private readonly adder: DiscoveryAdder,
    private readonly pictures: OwnPictures,
    private readonly reads: DiscoveryReads,
  ) {}

  /**
   * Adds a work to the map and publishes it as an event.
   * @param caller the player, with the partner's client that acts for it
   * @throws Problem `VALIDATION_FAILED`, `MEDIA_NOT_READY`, `IDEMPOTENCY_KEY_REUSED`, `SAME_WORK` for a title that the
   *   player added within 25 m in the last 24 hours, `RATE_LIMITED` for more works than a player may add in a minute or
   *   a day, `UNAUTHENTICATED` for an erased account
   */
  async create(caller: Identity, input: Schema.MutationCreateDiscoveryArgs['input']): Promise<ListedDiscovery> {
    const player = caller.subject!;
    const discovery = parseInput(newDiscovery, input);
    const picture = discovery.imageUrl
      ? await this.pictures.requireOwnPicture(discovery.imageUrl, player, { field: 'imageUrl' })
      : null;
    const keyed = keyedMutation();
    const admitted = await this.adder.add({ player, app: caller.client ?? null, input: discovery, picture, keyed });
    switch (admitted.outcome) {
      case 'new':
        return admitted.discovery;
      case 'repeated':
        return this.own(committedValue(admitted.storedKey, keyed!), player);
      case 'same-work':
        throw sameWork(await this.own(admitted.existing, player));
      case 'gone':
        throw accountErased();
      case 'limited':
        throw new Problem(
          'RATE_LIMITED',
          'You have added many discoveries in a short time. Please try again a little later.',
          { retryAfter: Math.max(1, admitted.seconds) },
        );
    }
  }

  /** @throws Problem `UNAUTHENTICATED` if it was just erased with its player */
  private async own(id: string, player: string): Promise<ListedDiscovery> {
    const [work] = await this.reads.byIds([id], player);
    if (!work) throw accountErased();
    return work;
  }
}

const accountErased = () => new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');

const sameWork = ({ id, title }: ListedDiscovery) =>
  new Problem('SAME_WORK', `You added “${title}” here within the last 24 hours.`, { existing: id });
