import { createECDH } from 'node:crypto';
import { Agent, request } from 'node:https';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import webPush from 'web-push';
import type { UsersConfig } from '../config.js';

/** For the whole request. */
const TIMEOUT_MS = 10_000;
/** How long a push service keeps a message for an offline device. */
const MESSAGE_TTL_SECONDS = 24 * 60 * 60;

/** A browser's subscription; keys in base64url. */
export interface PushTarget {
  endpoint: string;
  /** Public key of the browser, an uncompressed point of P-256: 65 bytes. */
  p256dh: string;
  /** 16 bytes. */
  auth: string;
}

/** `gone` if the subscription no longer exists, `refused` if a retry would not help. */
export type PushResult = 'sent' | 'gone' | 'refused';

/** Sends encrypted messages to the push services of browsers (RFC 8030, 8291 and 8292). */
@Injectable()
export class PushSender {
  /** The public key in base64url with which browsers subscribe; null without a key, which disables push. */
  readonly publicKey: string | null;
  /** No connection is kept: messages are rare and go to many hosts. */
  private readonly agent: Agent = new Agent({ keepAlive: false });

  constructor(
    @InjectConfig() private readonly config: Pick<UsersConfig, 'PUSH_PRIVATE_KEY' | 'PUSH_HOSTS' | 'PUSH_CONTACT'>,
  ) {
    this.publicKey = config.PUSH_PRIVATE_KEY ? publicKeyOf(config.PUSH_PRIVATE_KEY) : null;
  }

  /**
   * Whether an endpoint is an https address of an allowed push service. Only the normalized form of URL is accepted:
   * other parsers may read a different host from other forms, for example with backslashes.
   */
  isAllowed(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { href, protocol, host, username, password, hash } = new URL(endpoint);
    if (href !== endpoint || protocol !== 'https:' || username || password || hash) return false;
    return this.config.PUSH_HOSTS.some((allowed) =>
      allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed,
    );
  }

  /**
   * Sends one message. Redirects are not followed, and the response is not read.
   * @param payload at most 3,000 characters
   * @throws Error without the endpoint if another attempt may succeed
   */
  async send({ endpoint, p256dh, auth }: PushTarget, payload: string): Promise<PushResult> {
    const { PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: subject } = this.config;
    // The list of hosts may have changed since the subscription.
    if (!privateKey || !this.publicKey || !this.isAllowed(endpoint)) return 'refused';
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      TTL: MESSAGE_TTL_SECONDS,
      vapidDetails: { subject, publicKey: this.publicKey, privateKey },
    });
    const status = await this.post(endpoint, headers, body);
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    if (status === 429 || status >= 500) throw new Error(`The push service returned ${status}`);
    return 'refused';
  }

  private post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(
        endpoint,
        { method: 'POST', headers, agent: this.agent, signal: AbortSignal.timeout(TIMEOUT_MS) },
        (response) => {
          resolve(response.statusCode ?? 0);
          response.destroy();
        },
      );
      call.on('error', (error: NodeJS.ErrnoException) =>
        reject(new Error(`The push service could not be reached: ${error.code ?? error.name}`)),
      );
      call.end(body);
    });
  }
}

function publicKeyOf(privateKey: string): string {
  const key = createECDH('prime256v1');
  key.setPrivateKey(privateKey, 'base64url');
  return key.getPublicKey('base64url');
}
