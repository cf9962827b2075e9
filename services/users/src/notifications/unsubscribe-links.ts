import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { codeSecret } from '../identity/one-time-codes.js';

const uuid = z.uuid();

/** Addresses that end a player's digests without a session, and nothing else: signed, for as long as `CODE_SECRET` stays. */
@Injectable()
export class UnsubscribeLinks {
  constructor(@InjectConfig() private readonly config: UsersConfig) {}

  /** `page` asks before it ends them, as programs follow links of mails; `oneClick` ends them by a POST (RFC 8058). */
  of(publicId: string): { page: string; oneClick: string } {
    const token = `${publicId}.${this.signature(publicId).toString('base64url')}`;
    return { page: `${this.config.PUBLIC_URL}/unsubscribe/${token}`, oneClick: `${this.config.PUBLIC_URL}/api/unsubscribe/${token}` };
  }

  /** @returns the public id; undefined for a token that is not ours */
  read(token: string): string | undefined {
    const [publicId = '', given = ''] = token.split('.');
    if (!uuid.safeParse(publicId).success) return undefined;
    const [expected, actual] = [this.signature(publicId), Buffer.from(given, 'base64url')];
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? publicId : undefined;
  }

  private signature(publicId: string): Buffer {
    return createHmac('sha256', codeSecret(this.config)).update(`unsubscribe from digests ${publicId}`).digest();
  }
}
