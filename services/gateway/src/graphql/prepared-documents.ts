import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { TimeShare } from '../limits/time-share.js';
import { DocumentRefused, refusedDocument } from './document-bounds.js';
import { checkDocument, mostValues, type CheckedDocument } from './document-check.js';
import { GraphExecutor } from './graph-executor.js';
import type { Plan, PlannedOperation } from './planner.js';
import { rootFieldsOf } from './root-fields.js';

/** Largest number of cached documents, and of their characters. */
const KEPT = { max: 1_000, maxSize: 5_000_000 };

/** A validated and planned document. */
export type Prepared = CheckedDocument &
  PlannedOperation & {
    /** Its root fields, once for each response name. */
    rootFields: string[];
  };

/** Facts about a document, without its plan. */
export interface DocumentFacts {
  /** Of its operation. */
  name: string | null;
  /** The most that its response could hold, whatever its variables; null for a document that would not run. */
  mostValues: number | null;
}

/**
 * Texts of the operations of our own page, by their hash: those of the present release and of the one before. Generated
 * by tools/page-documents.mjs.
 */
export function readPageDocuments(file = new URL('./page-documents.json', import.meta.url)): Map<string, string> {
  const { documents } = JSON.parse(readFileSync(file, 'utf8')) as { documents: Record<string, { text: string }> };
  return new Map(Object.entries(documents).map(([hash, { text }]) => [hash, text]));
}

/**
 * Validates and plans documents, each once, as they come: those of our own page by the plans that we ship; clients' own
 * limited per caller and in total.
 */
@Injectable()
export class PreparedDocuments {
  private readonly kept = new LRUCache<string, Prepared>({ ...KEPT, sizeCalculation: (_, key) => key.length + 1 });
  /** Apart, so that documents that are sent as text do not push them out. */
  private readonly ofPartners = new LRUCache<string, Prepared>({
    ...KEPT,
    sizeCalculation: (_, key) => key.length + 1,
  });
  private readonly planning: TimeShare;
  private readonly textsOfPage = readPageDocuments();
  private readonly ofPage = new Map<string, Prepared>();

  constructor(
    private readonly executor: GraphExecutor,
    private readonly limits: RateLimits,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {
    this.planning = new TimeShare(config.PLANNING_SHARE);
  }

  /**
   * A document of our own page.
   * @throws DocumentRefused for a hash of neither this release nor the one before
   */
  trusted(hash: string): Prepared {
    const known = this.ofPage.get(hash);
    if (known) return known;
    const text = this.textsOfPage.get(hash);
    if (text === undefined)
      throw refusedDocument(
        'DOCUMENT_UNKNOWN',
        'Neither this release nor the one before has this document. Load the page again.',
      );
    const prepared = this.check(text, undefined, () => this.executor.planner.shipped(text));
    this.ofPage.set(hash, prepared);
    return prepared;
  }

  /**
   * A document that a partner registered: outside the limits for new ones, because a client has few.
   * @throws DocumentRefused if it does not fit the schema any more
   */
  async registered(text: string): Promise<Prepared> {
    const known = this.ofPartners.get(text);
    if (known) return known;
    const plan = await this.executor.planner.any();
    const prepared = this.check(text, undefined, plan);
    this.ofPartners.set(text, prepared);
    return prepared;
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
    const plan = await this.executor.planner.any();
    const prepared = this.planning.run(() => this.check(text, operationName, plan));
    this.kept.set(key, prepared);
    return prepared;
  }

  /**
   * Checks a document without planning it, in the share of time of new ones.
   * @throws Problem `UNAVAILABLE` while that is used up
   */
  factsOf(text: string): DocumentFacts {
    try {
      const { operation, cost } = this.planning.run(() =>
        checkDocument(this.executor.planner.apiSchema, text, undefined),
      );
      return { name: operation.name?.value ?? null, mostValues: mostValues(operation, cost) };
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error;
      return { name: null, mostValues: null };
    }
  }

  private check(text: string, operationName: string | undefined, plan: Plan): Prepared {
    const checked = checkDocument(this.executor.planner.apiSchema, text, operationName, {
      hideSuggestions: this.config.MODE !== 'local',
    });
    return {
      ...checked,
      ...plan(text, checked.document, operationName),
      rootFields: rootFieldsOf(checked.document, checked.operation),
    };
  }
}
