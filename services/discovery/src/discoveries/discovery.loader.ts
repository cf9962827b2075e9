import { Injectable } from '@nestjs/common';
import { loaderPerRequest } from '@sprayhunt/service-kit';
import type { ListedDiscovery } from './discovery-fields.js';
import { DiscoveryReads, playerOf } from './discovery-reads.js';

/** The discoveries that one request refers to, who found them and by which app, each read by one statement. */
@Injectable()
export class DiscoveryLoader {
  readonly load = loaderPerRequest<ListedDiscovery>((ids, { identity }) => this.reads.byIds(ids, playerOf(identity)));

  readonly finder = loaderPerRequest<string>((ids) => this.reads.findersOf(ids));

  /** Visible to the player, operators and moderators; not to other partners' programs. */
  readonly app = loaderPerRequest<string>((ids, { identity }) => this.reads.appsOf(ids, identity));

  constructor(private readonly reads: DiscoveryReads) {}
}
