import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, isSignedByOne } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { codeSecrets } from '../identity/one-time-codes.js';

const uuid = z.uuid();

/**
 * Addresses that end a player's digests without a session, and nothing else: signed, and valid for as long as the
 * secret that signed them is in `CODE_SECRET`.
 */
@Injectable()
export class UnsubscribeLinks {
  constructor(@InjectConfig() private readonly config: UsersConfig) {}

  /**
   * `page` asks for a confirmation, because programs follow links of mails; `oneClick` ends them by a POST (RFC 8058).
   */
  of(publicId: string): { page: string; oneClick: string } {
    const token = `${publicId}.${signature(codeSecrets(this.config)[0], publicId).toString('base64url')}`;
    return {
      page: `${this.config.PUBLIC_URL}/unsubscribe/${token}`,
      oneClick: `${this.config.PUBLIC_URL}/api/unsubscribe/${token}`,
    };
  }

  /** @returns the public id; undefined for a token that is not ours */
  read(token: string): string | undefined {
    const [publicId = '', given = ''] = token.split('.');
    if (!uuid.safeParse(publicId).success) return undefined;
    return isSignedByOne(
      codeSecrets(this.config),
      (secret) => signature(secret, publicId),
      Buffer.from(given, 'base64url'),
    )
      ? publicId
      : undefined;
  }
}

const signature = (secret: string, publicId: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe from digests ${publicId}`).digest();
