import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@sprayhunt/service-kit';
import { DiscoveryReads, type ListedDiscovery } from './discovery-reads.js';

type Batch = { ids: string[]; found: Promise<Map<string, ListedDiscovery>> };

/** Reads all the discoveries that one request refers to at the same time in one statement. */
@Injectable()
export class DiscoveryLoader {
  private readonly open = new WeakMap<RequestContext, Batch>();

  constructor(private readonly reads: DiscoveryReads) {}

  async load(context: RequestContext, id: string): Promise<ListedDiscovery | null> {
    const batch = this.open.get(context) ?? this.begin(context);
    batch.ids.push(id);
    return (await batch.found).get(id) ?? null;
  }

  private begin(context: RequestContext): Batch {
    const ids: string[] = [];
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.open.delete(context);
      const rows = await this.reads.byIds([...new Set(ids)], playerOf(context.identity));
      return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
    });
    const batch = { ids, found };
    this.open.set(context, batch);
    return batch;
  }
}

/** The account that a like belongs to; guests and partners have none. */
export const playerOf = ({ kind, subject }: RequestContext['identity']): string | undefined =>
  kind === 'player' ? subject : undefined;
