import { Injectable } from '@nestjs/common';
import {
  IdempotentTransaction,
  type Identity,
  InjectConfig,
  lockForTransaction,
  newPictureId,
  Problem,
} from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { MediaConfig } from '../config.js';
import { hashAddress, signUpload } from './upload-token.js';
import { Upload, type UploadPurpose } from './upload.entity.js';

/** How long an upload address is valid. */
const TICKET_MS = 15 * 60_000;
/** Longest `Retry-After` for a refused caller. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** Issues upload addresses. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /**
   * @throws Problem `UNAUTHENTICATED` without a session, `RATE_LIMITED` for a caller with too many unused addresses, or
   *   too many from its client address
   */
  async request({ subject, address }: Identity, purpose: UploadPurpose): Promise<{ uploadURL: string }> {
    if (!subject) throw new Problem('UNAUTHENTICATED', 'Unauthorized: uploads need a session.');
    const addressHash = address ? hashAddress(this.config.UPLOAD_SECRET, address) : null;
    const { id, expiresAt } = await this.transaction.run(async (tx) => {
      await this.checkLimits(tx, subject, addressHash);
      const ticket = { id: newPictureId(), expiresAt: new Date(Date.now() + TICKET_MS) };
      await tx.insert(Upload, { ...ticket, ownerId: subject, purpose, addressHash });
      return ticket;
    });
    return { uploadURL: this.addressOf(id, signUpload(this.config.UPLOAD_SECRET, id, expiresAt)) };
  }

  addressOf(id: string, token: string): string {
    return `${this.config.PUBLIC_URL.replace(/\/$/, '')}/api/uploads/${id}?token=${token}`;
  }

  /** One request of a caller, and then of a network, after the other. */
  private async checkLimits(tx: EntityManager, subject: string, addressHash: string | null): Promise<void> {
    await lockForTransaction(tx, 'uploads-of', subject);
    if (addressHash) await lockForTransaction(tx, 'uploads-from', addressHash);
    const [held] = await tx.query<[{ open: number; recent: number; wait: number }]>(
      `SELECT (SELECT count(*)::int FROM uploads WHERE owner_id = $1 AND state = 'waiting'
        AND expires_at > now()) AS open,
              (SELECT count(*)::int FROM uploads WHERE address_hash = $2 AND created_at > now() - $3 * interval '1 ms')
                AS recent`,
      [subject, addressHash, TICKET_MS],
    );
    if (held.open >= this.config.UPLOADS_OPEN_PER_SUBJECT)
      throw new Problem(
        'RATE_LIMITED',
        'You have requested many uploads without sending them. Try again in a minute.',
        { retryAfter: MAX_RETRY_AFTER_SECONDS },
      );
    if (held.recent >= this.config.UPLOADS_PER_ADDRESS)
      throw new Problem('RATE_LIMITED', 'Too many uploads from your network. Try again in a minute.', {
        retryAfter: MAX_RETRY_AFTER_SECONDS,
      });
  }
}
