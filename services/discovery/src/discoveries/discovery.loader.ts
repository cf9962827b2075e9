import { Injectable } from '@nestjs/common';
import { loaderPerRequest, type RequestContext } from '@sprayhunt/service-kit';
import type { ListedDiscovery } from './discovery-fields.js';
import { DiscoveryReads } from './discovery-reads.js';

/** The discoveries that one request refers to, read by one statement. */
@Injectable()
export class DiscoveryLoader {
  readonly load = loaderPerRequest<ListedDiscovery>((ids, { identity }) => this.reads.byIds(ids, playerOf(identity)));

  constructor(private readonly reads: DiscoveryReads) {}
}

/** The account of a like; guests and partners have none. */
export const playerOf = ({ kind, subject }: RequestContext['identity']): string | undefined =>
  kind === 'player' ? subject : undefined;
