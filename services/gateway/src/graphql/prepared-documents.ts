import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { TimeShare } from '../limits/time-share.js';
import { checkDocument, type CheckedDocument } from './document-check.js';
import { GraphExecutor } from './graph-executor.js';
import type { PlannedOperation } from './planner.js';
import { rootFieldsOf } from './root-fields.js';

/** Largest number of cached documents, and of their characters. */
const KEPT = { max: 1_000, maxSize: 5_000_000 };

/** A validated and planned document. */
export type Prepared = CheckedDocument & PlannedOperation & {
  /** Its root fields, once for each response name. */
  rootFields: string[];
};

/** Validates and plans clients' documents, each once; new ones are limited per caller and in total. */
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
   * @param rateLimitKey the rate-limit key for new documents
   * @throws DocumentRefused, or Problem `RATE_LIMITED` or `UNAVAILABLE` for a new document
   */
  async prepare(text: string, operationName: string | undefined, rateLimitKey: string): Promise<Prepared> {
    const key = `${operationName ?? ''}\n${text}`;
    const known = this.kept.get(key);
    if (known) return known;
    await this.limits.count('documents', rateLimitKey);
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
