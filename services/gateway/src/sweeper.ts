import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { log } from '@sprayhunt/service-kit';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { SessionStore } from './session/session-store.js';
import { SignInFlows } from './session/sign-in-flows.js';

const EVERY_MS = 3_600_000;

/** Deletes what has run out, once an hour. */
@Injectable()
export class Sweeper implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout;

  constructor(
    private readonly sessions: SessionStore,
    private readonly keys: IdempotencyKeys,
    private readonly flows: SignInFlows,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    await Promise.all([this.sessions.sweep(), this.keys.sweep(), this.flows.sweep()]).catch((error: unknown) =>
      log.warn({ err: error }, 'Sweeping failed; the next hour tries again'),
    );
  }
}
