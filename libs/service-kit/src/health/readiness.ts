import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Whether the service can take requests now. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From now on the service is "not ready", so that it gets no more requests. */
  drain(): void {
    this.draining = true;
  }

  /**
   * Needs only the database: events wait in the outbox while NATS is down, so that is no reason to refuse players.
   */
  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    return this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
