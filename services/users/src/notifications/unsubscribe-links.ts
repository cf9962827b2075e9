import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, isSignedByOne } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { codeSecrets } from '../identity/one-time-codes.js';

const uuid = z.uuid();

/**
 * Signed addresses that end a player's digests without a session, and grant nothing else. They are valid while the
 * signing secret is in `CODE_SECRET`.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(@InjectConfig() private readonly config: UsersConfig) {}

  /**
   * `page` requires a confirmation, because programs follow links in mails; `oneClick` unsubscribes by a POST (RFC
   * 8058).
   */
  of(publicId: string): { page: string; oneClick: string } {
    const token = `${publicId}.${signature(codeSecrets(this.config)[0], publicId).toString('base64url')}`;
    return {
      page: `${this.config.PUBLIC_URL}/unsubscribe/${token}`,
      oneClick: `${this.config.PUBLIC_URL}/api/unsubscribe/${token}`,
    };
  }

  /** @returns the public id; undefined for an invalid token */
  verify(token: string): string | undefined {
    const [publicId = '', encodedSignature = ''] = token.split('.');
    if (!uuid.safeParse(publicId).success) return undefined;
    return isSignedByOne(
      codeSecrets(this.config),
      (secret) => signature(secret, publicId),
      Buffer.from(encodedSignature, 'base64url'),
    )
      ? publicId
      : undefined;
  }
}

const signature = (secret: string, publicId: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe from digests ${publicId}`).digest();
