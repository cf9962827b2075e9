import { Injectable } from '@nestjs/common';
import { Jobs, parseInput, uuidv7 } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { scheduleConclusion } from './conclude-event.js';
import { liveEventPlan } from './live-event-plan.js';
import { LiveEvent } from './live-event.entity.js';
import { lockOpenEvent } from './live-events.service.js';

/** What operators do with live events. The end of an event is a job of the same transaction. */
@Injectable()
export class LiveEventPlans {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param input as {@link liveEventPlan}
   * @returns its id
   * @throws Problem `VALIDATION_FAILED`
   */
  async create(input: object): Promise<string> {
    const plan = parseInput(liveEventPlan, input);
    const id = uuidv7();
    await this.dataSource.transaction(async (tx) => {
      await tx.insert(LiveEvent, { ...plan, id });
      await scheduleConclusion(tx, this.jobs, id);
    });
    return id;
  }

  /**
   * Changes the given fields of an event that is not over.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `EVENT_OVER`
   */
  async change(id: string, changes: object): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockOpenEvent(tx, id);
      const before = await tx.findOneByOrFail(LiveEvent, { id });
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      await tx.update(LiveEvent, { id }, parseInput(liveEventPlan, { ...before, ...Object.fromEntries(given) }));
      await scheduleConclusion(tx, this.jobs, id);
    });
  }

  /**
   * Cancels an event that is not over: nobody is rewarded, and who takes part is told.
   * @throws Problem `NOT_FOUND`, `EVENT_OVER`
   */
  async cancel(id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await lockOpenEvent(tx, id);
      await tx.update(LiveEvent, { id }, { cancelledAt: () => 'now()' });
      await scheduleConclusion(tx, this.jobs, id);
    });
  }
}
