import { Injectable } from '@nestjs/common';
import { invalid, Jobs, parseInput, uuidv7, type FieldFault } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { scheduleConclusion } from './conclude-event.js';
import { liveEventKey, liveEventPlan, type LiveEventPlan } from './live-event-plan.js';
import { LiveEvent } from './live-event.entity.js';
import { lockEvent, lockOpenEvent } from './live-events.service.js';
import { notifyOfChange } from './notify-of-change.js';

/** Participants are notified of changes of these fields. */
const NOTIFIED_FIELDS = [
  'startsAt',
  'endsAt',
  'placeName',
  'latitude',
  'longitude',
  'timeZone',
  'rewardTokens',
  'rewardName',
] as const;

/**
 * Creates, changes and cancels live events, for operators and organisers. The end of an event is a job of the same
 * transaction.
 */
@Injectable()
export class LiveEventPlans {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /**
   * @param input as {@link liveEventPlan}
   * @param key a UUID for the event's id; nothing changes if an event has it
   * @returns its id
   * @throws Problem `VALIDATION_FAILED`
   */
  async create(input: object, key: string = uuidv7()): Promise<string> {
    const plan = parseInput(liveEventPlan, input);
    const { key: id } = parseInput(liveEventKey, { key });
    await this.dataSource.transaction(async (tx) => {
      const { raw } = (await tx
        .createQueryBuilder()
        .insert()
        .into(LiveEvent)
        .values({ ...plan, id })
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      if (raw.length > 0) await scheduleConclusion(tx, this.jobs, id);
    });
    return id;
  }

  /**
   * Changes the given fields of an event that is not over. Participants are notified if its time, place or reward
   * changes.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `EVENT_OVER`
   */
  async change(id: string, changes: object): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const { hasBegun } = await lockOpenEvent(tx, id);
      const before = await tx.findOneByOrFail(LiveEvent, { id });
      const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
      const plan = parseInput(liveEventPlan, { ...before, ...Object.fromEntries(fields) });
      if (hasBegun) rejectBrokenPromises(before, plan);
      const needsNotification = NOTIFIED_FIELDS.some((field) => plan[field]?.valueOf() !== before[field]?.valueOf());
      await tx.update(
        LiveEvent,
        { id },
        { ...plan, ...(needsNotification && { changedAt: () => 'clock_timestamp()' }) },
      );
      await scheduleConclusion(tx, this.jobs, id);
      if (needsNotification) await this.jobs.add(tx, notifyOfChange, { eventId: id }, { key: id });
    });
  }

  /**
   * Cancels an event that is not over: there are no rewards, and participants are notified. Cancelling it again changes
   * nothing.
   * @throws Problem `NOT_FOUND`, `EVENT_OVER`
   */
  async cancel(id: string): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const { isCancelled } = await lockEvent(tx, id);
      if (isCancelled) return;
      await lockOpenEvent(tx, id);
      await tx.update(LiveEvent, { id }, { cancelledAt: () => 'now()' });
      await scheduleConclusion(tx, this.jobs, id);
    });
  }
}

/** Fields that are fixed once an event has begun: people joined for its start and its reward. */
function rejectBrokenPromises(before: LiveEvent, plan: LiveEventPlan): void {
  const faults: FieldFault[] = [];
  if (plan.startsAt.getTime() !== before.startsAt.getTime())
    faults.push({ field: 'startsAt', code: 'BEGUN', detail: 'The event has begun, so its start cannot change.' });
  if (plan.rewardTokens < before.rewardTokens)
    faults.push({
      field: 'rewardTokens',
      code: 'BEGUN',
      detail: 'The event has begun, so its reward cannot decrease.',
    });
  if (before.rewardName !== null && plan.rewardName !== before.rewardName)
    faults.push({ field: 'rewardName', code: 'BEGUN', detail: 'The event has begun, so its reward cannot change.' });
  const [first, ...more] = faults;
  if (first) throw invalid([first, ...more]);
}
