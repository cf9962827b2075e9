import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Whether the service can take requests now. */
@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From here on the service says "not ready", so that nobody sends it more. */
  drain(): void {
    this.draining = true;
  }

  /**
   * Needs the database and nothing else: events wait in the outbox while NATS is away, so that
   * is no reason to refuse players.
   */
  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    return this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
