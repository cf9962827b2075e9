import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, lockForTransaction, namedQuery, Problem, SqlPool } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { DocumentRefused, refusedDocument } from './document-bounds.js';
import { type DocumentFacts, PreparedDocuments, type Prepared } from './prepared-documents.js';

/** Documents of one client. */
const MAX_DOCUMENTS = 100;
/** Other gateways may run a removed document for this time longer; it grants nothing. */
const CACHE_MS = 60_000;
const MAX_CACHED = 5_000;

/** `sha256:` and 64 hexadecimal digits, as the page's own documents are called. */
const ID = /^sha256:([0-9a-f]{64})$/;
const idOf = (hash: Buffer): string => `sha256:${hash.toString('hex')}`;

export interface RegisteredDocument {
  documentId: string;
  query: string;
  registeredAt: Date;
}

/** A document as the owner of the client sees it. */
export interface ListedDocument extends RegisteredDocument {
  /** Of its operation; null for one without. */
  name: string | null;
  /** To the minute; null where it has not run. */
  lastUsedAt: Date | null;
  /** The most that a run costs; null where the document does not fit the schema any more. */
  mostPoints: number | null;
}

interface Row {
  hash: Buffer;
  text: string;
  registeredAt: Date;
}

/** Points for a value of a registered document: it costs neither planning nor its text. */
export const REGISTERED_PRICE = 0.5;

/** The instant is text, since a Date has no microseconds. */
const documentCursor = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\+00$/),
  z.string().regex(/^[0-9a-f]{64}$/),
]);
const PAGE = {
  name: 'partner-documents-page',
  text: `
    SELECT hash, text, registered_at AS "registeredAt", last_used_at AS "lastUsedAt",
      (registered_at AT TIME ZONE 'UTC')::text || '+00' AS at
    FROM partner_documents
    WHERE client_id = $1 AND ($2::timestamptz IS NULL OR (registered_at, hash) < ($2, decode($3, 'hex')))
    ORDER BY registered_at DESC, hash DESC LIMIT $4`,
};
const LIST = {
  name: 'partner-documents',
  text: `
    SELECT hash, text, registered_at AS "registeredAt"
    FROM partner_documents WHERE client_id = $1
    ORDER BY registered_at, hash LIMIT ${MAX_DOCUMENTS * 2}`,
};
/** Called before a document runs; each gateway reads the database once in `CACHE_MS`. */
const USE = {
  name: 'partner-document',
  text: `UPDATE partner_documents SET last_used_at = now() WHERE client_id = $1 AND hash = $2 RETURNING text`,
};
const REMOVE = {
  name: 'partner-document-remove',
  text: `DELETE FROM partner_documents WHERE client_id = $1 AND hash = $2`,
};
const ADD = {
  name: 'partner-document-add',
  text: `
    WITH known AS (SELECT registered_at FROM partner_documents WHERE client_id = $1 AND hash = $2),
      added AS (INSERT INTO partner_documents (client_id, hash, text)
        SELECT $1, $2, $3 WHERE (SELECT count(*) FROM partner_documents WHERE client_id = $1) < ${MAX_DOCUMENTS}
        ON CONFLICT DO NOTHING RETURNING registered_at)
    SELECT registered_at AS "registeredAt", false AS "isNew" FROM known
    UNION ALL SELECT registered_at, true FROM added LIMIT 1`,
};

/** Documents that partners' clients registered: they run by their hash alone, planned, for half the points. */
@Injectable()
export class PartnerDocuments {
  private readonly cached = new LRUCache<string, Prepared>({ max: MAX_CACHED, ttl: CACHE_MS });

  /** Of documents by their ids, regardless of their clients. */
  private readonly facts = new LRUCache<string, DocumentFacts>({ max: MAX_CACHED });

  constructor(
    private readonly pool: SqlPool,
    private readonly dataSource: DataSource,
    private readonly documents: PreparedDocuments,
  ) {}

  /**
   * Registers a document; one that the client already has is not changed.
   * @throws Problem `VALIDATION_FAILED` for a document that would not run, `LIST_FULL` above 100; as
   *   `PreparedDocuments.prepare`
   */
  async add(clientId: string, query: string, rateLimitKey: string): Promise<RegisteredDocument & { isNew: boolean }> {
    await this.documents.prepare(query, undefined, rateLimitKey).catch(refuseField);
    const hash = createHash('sha256').update(query).digest();
    const [added] = await this.dataSource.transaction(async (tx) => {
      await lockForTransaction(tx, 'documents-of', clientId);
      return namedQuery<{ registeredAt: Date; isNew: boolean }>(tx, ADD.name, ADD.text, [clientId, hash, query]);
    });
    if (!added)
      throw new Problem(
        'LIST_FULL',
        `A client has ${MAX_DOCUMENTS} documents at most. Remove one that is not used any more.`,
      );
    return { documentId: idOf(hash), query, ...added };
  }

  async list(clientId: string): Promise<RegisteredDocument[]> {
    const { rows } = await this.pool.query<Row>({ ...LIST, values: [clientId] });
    return rows.map(({ hash, text, registeredAt }) => ({ documentId: idOf(hash), query: text, registeredAt }));
  }

  /**
   * The newest first.
   * @param limit how many
   * @param cursor `next` of the page before
   * @throws Problem `VALIDATION_FAILED` for another cursor, `UNAVAILABLE` while documents cannot be checked
   */
  async page(
    clientId: string,
    limit: number,
    cursor?: string,
  ): Promise<{ documents: ListedDocument[]; next: string | null }> {
    const [at, digits] = cursor === undefined ? [null, null] : decodeCursor(cursor, documentCursor, 'cursor');
    const { rows } = await this.pool.query<Row & { lastUsedAt: Date | null; at: string }>({
      ...PAGE,
      values: [clientId, at, digits, limit + 1],
    });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      documents: shown.map((row) => this.listed(row)),
      next: last ? encodeCursor([last.at, last.hash.toString('hex')]) : null,
    };
  }

  /** @throws Problem `NOT_FOUND` */
  async remove(clientId: string, documentId: string): Promise<void> {
    const hash = hashIn(documentId);
    const removed = hash && (await this.pool.query({ ...REMOVE, values: [clientId, hash] })).rowCount;
    if (!removed) throw new Problem('NOT_FOUND', 'This client has no such document.');
    this.cached.delete(`${clientId} ${documentId}`);
  }

  /**
   * @throws DocumentRefused for a hash that the client has not registered, or a document that does not fit the schema
   * any more
   */
  async prepared(clientId: string, documentId: string): Promise<Prepared> {
    const key = `${clientId} ${documentId}`;
    const cached = this.cached.get(key);
    if (cached) return cached;
    const hash = hashIn(documentId);
    const row = hash && (await this.pool.query<{ text: string }>({ ...USE, values: [clientId, hash] })).rows[0];
    if (!row)
      throw refusedDocument(
        'DOCUMENT_UNKNOWN',
        'This client has not registered this document: POST /api/partner/documents.',
      );
    const prepared = await this.documents.registered(row.text);
    this.cached.set(key, prepared);
    return prepared;
  }

  private listed({ hash, text, registeredAt, lastUsedAt }: Row & { lastUsedAt: Date | null }): ListedDocument {
    const documentId = idOf(hash);
    let facts = this.facts.get(documentId);
    if (!facts) this.facts.set(documentId, (facts = this.documents.factsOf(text)));
    const { name, mostValues } = facts;
    return {
      documentId,
      name,
      query: text,
      registeredAt,
      lastUsedAt,
      mostPoints: mostValues === null ? null : Math.ceil(mostValues * REGISTERED_PRICE),
    };
  }
}

function hashIn(documentId: string): Buffer | undefined {
  const digits = ID.exec(documentId)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

function refuseField(error: unknown): never {
  if (!(error instanceof DocumentRefused)) throw error;
  const fields = error.errors.map(({ message, extensions }) => ({
    field: 'query',
    code: extensions['code'] as string,
    detail: message,
  }));
  throw new Problem('VALIDATION_FAILED', fields[0]!.detail, { fields });
}
