import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { TimeShare } from '../limits/time-share.js';
import { checkDocument, type CheckedDocument } from './document-check.js';
import { GraphExecutor, type PlannedOperation } from './graph-executor.js';
import { rootFieldsOf } from './root-fields.js';

/** How many documents are kept, and how many characters of them. */
const KEPT = { max: 1_000, maxSize: 5_000_000 };

/** A document that has been checked and planned. */
export type Prepared = CheckedDocument & PlannedOperation & {
  /** What it runs, once for each name in the answer. */
  rootFields: string[];
};

/** Checks and plans the documents that clients write, each once; new ones are limited by caller and in all. */
@Injectable()
export class PreparedDocuments {
  private readonly kept = new LRUCache<string, Prepared>({ ...KEPT, sizeCalculation: (_, key) => key.length + 1 });
  private readonly planning: TimeShare;

  constructor(
    private readonly executor: GraphExecutor,
    private readonly limits: RateLimits,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {
    this.planning = new TimeShare(config.PLANNING_SHARE);
  }

  /**
   * @param payer whose limit of new documents counts
   * @throws DocumentRefused, or Problem `RATE_LIMITED` or `UNAVAILABLE` for a new document
   */
  async prepare(text: string, operationName: string | undefined, payer: string): Promise<Prepared> {
    const key = `${operationName ?? ''}\n${text}`;
    const known = this.kept.get(key);
    if (known) return known;
    await this.limits.count('documents', payer);
    const prepared = this.planning.run(() => this.checkAndPlan(text, operationName));
    this.kept.set(key, prepared);
    return prepared;
  }

  private checkAndPlan(text: string, operationName: string | undefined): Prepared {
    const { planner } = this.executor;
    const checked = checkDocument(planner.apiSchema, text, operationName, { hideSuggestions: this.config.MODE !== 'local' });
    return {
      ...checked,
      text,
      operationName,
      direct: planner.directFetch(checked.document, operationName),
      rootFields: rootFieldsOf(checked.document, checked.operation),
    };
  }
}
