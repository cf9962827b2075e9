import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { LRUCache } from 'lru-cache';
import { DocumentRefused, refusedDocument } from './document-bounds.js';
import { PreparedDocuments, type Prepared } from './prepared-documents.js';

/** Documents of one client. */
const MOST_DOCUMENTS = 100;
/** A removed document may run for this time longer at other gateways: it grants nothing. Milliseconds. */
const KNOWN_FOR = 60_000;
const MOST_KNOWN = 5_000;

/** `sha256:` and 64 hexadecimal digits, as the page's own documents are called (ADR 40). */
const ID = /^sha256:([0-9a-f]{64})$/;
const idOf = (hash: Buffer): string => `sha256:${hash.toString('hex')}`;

export interface RegisteredDocument {
  documentId: string;
  query: string;
  registeredAt: Date;
}

const LIST = { name: 'partner-documents', text: `SELECT hash, text, registered_at AS "registeredAt" FROM partner_documents WHERE client_id = $1 ORDER BY registered_at, hash LIMIT ${MOST_DOCUMENTS * 2}` };
const READ = { name: 'partner-document', text: `SELECT text FROM partner_documents WHERE client_id = $1 AND hash = $2` };
const REMOVE = { name: 'partner-document-remove', text: `DELETE FROM partner_documents WHERE client_id = $1 AND hash = $2` };
const ADD = {
  name: 'partner-document-add',
  text: `
    WITH known AS (SELECT registered_at FROM partner_documents WHERE client_id = $1 AND hash = $2),
      added AS (INSERT INTO partner_documents (client_id, hash, text)
        SELECT $1, $2, $3 WHERE (SELECT count(*) FROM partner_documents WHERE client_id = $1) < ${MOST_DOCUMENTS}
        ON CONFLICT DO NOTHING RETURNING registered_at)
    SELECT registered_at AS "registeredAt", false AS "isNew" FROM known UNION ALL SELECT registered_at, true FROM added LIMIT 1`,
};

/** Documents that partners' clients registered: they run by their hash alone, planned, for half the points (ADR 85). */
@Injectable()
export class PartnerDocuments {
  private readonly known = new LRUCache<string, Prepared>({ max: MOST_KNOWN, ttl: KNOWN_FOR });

  constructor(
    private readonly pool: SqlPool,
    private readonly documents: PreparedDocuments,
  ) {}

  /**
   * Registers a document; one that the client has already stays as it is.
   * @throws Problem `VALIDATION_FAILED` for a document that would not run, `LIST_FULL` above 100; as `PreparedDocuments.prepare`
   */
  async add(clientId: string, query: string, rateLimitKey: string): Promise<RegisteredDocument & { isNew: boolean }> {
    await this.documents.prepare(query, undefined, rateLimitKey).catch(refuseField);
    const hash = createHash('sha256').update(query).digest();
    const { rows } = await this.pool.query<{ registeredAt: Date; isNew: boolean }>({ ...ADD, values: [clientId, hash, query] });
    if (!rows[0]) throw new Problem('LIST_FULL', `A client has ${MOST_DOCUMENTS} documents at most. Remove one that is not used any more.`);
    return { documentId: idOf(hash), query, ...rows[0] };
  }

  async list(clientId: string): Promise<RegisteredDocument[]> {
    const { rows } = await this.pool.query<{ hash: Buffer; text: string; registeredAt: Date }>({ ...LIST, values: [clientId] });
    return rows.map(({ hash, text, registeredAt }) => ({ documentId: idOf(hash), query: text, registeredAt }));
  }

  /** @throws Problem `NOT_FOUND` */
  async remove(clientId: string, documentId: string): Promise<void> {
    const hash = hashIn(documentId);
    const removed = hash && (await this.pool.query({ ...REMOVE, values: [clientId, hash] })).rowCount;
    if (!removed) throw new Problem('NOT_FOUND', 'This client has no such document.');
    this.known.delete(`${clientId} ${documentId}`);
  }

  /** @throws DocumentRefused for a hash that the client has not registered, or a document that the schema has no place for any more */
  async prepared(clientId: string, documentId: string): Promise<Prepared> {
    const key = `${clientId} ${documentId}`;
    const known = this.known.get(key);
    if (known) return known;
    const hash = hashIn(documentId);
    const row = hash && (await this.pool.query<{ text: string }>({ ...READ, values: [clientId, hash] })).rows[0];
    if (!row) throw refusedDocument('DOCUMENT_UNKNOWN', 'This client has not registered this document: POST /api/partner/documents.');
    const prepared = await this.documents.registered(row.text);
    this.known.set(key, prepared);
    return prepared;
  }
}

function hashIn(documentId: string): Buffer | undefined {
  const digits = ID.exec(documentId)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

function refuseField(error: unknown): never {
  if (!(error instanceof DocumentRefused)) throw error;
  const fields = error.errors.map(({ message, extensions }) => ({ field: 'query', code: extensions['code'] as string, detail: message }));
  throw new Problem('VALIDATION_FAILED', fields[0]!.detail, { fields });
}
