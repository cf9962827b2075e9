import { CreateErasedAccounts1763600000300 } from '../erasure/create-erased-accounts.migration.js';
import { ErasedAmong1763700010100 } from '../erasure/erased-among.migration.js';
import { LockErasedByShare1763700060100 } from '../erasure/lock-erased-by-share.migration.js';
import { NoteClearedEvents1763600000500 } from '../erasure/note-cleared-events.migration.js';
import { NoteClearedUntil1763600000600 } from '../erasure/note-cleared-until.migration.js';
import { FindMergedSubjects1765000100150 } from '../erasure/find-merged-subjects.migration.js';
import { FollowMerges1765000100100 } from '../erasure/follow-merges.migration.js';
import { ErasedAccount } from '../erasure/erased-accounts.js';
import { FindDeadLetters1764000100200 } from './find-dead-letters.migration.js';
import { InboxByDays1764000100100 } from './inbox-by-days.migration.js';
import { DeadLetter } from './dead-letters.js';
import { EventFailure } from './event-failures.js';
import { CountEventFailures1765000303000 } from './event-failures.migration.js';
import { Events1760000000000 } from './events.migration.js';
import { MoveSentEvents1760000100100 } from './move-sent-events.migration.js';
import { InboxRow } from './inbox.js';
import { RelayFunctions1764000100300 } from './relay-functions.migration.js';
import { KnownStream } from './stream-watch.js';
import { OutboxRow } from './outbox.js';

export { replayDeadLetters, type ReplayFilter, type ReplayResult } from './dead-letters.js';
export type { RetryPolicy } from './listener.js';
export { minIdAt as idAt } from './event-time.js';
export { Bus, busOptions, natsServers } from './bus.js';
export { EventsModule } from './events.module.js';
export { JetStreamStrategy } from './jetstream.strategy.js';
export { liveEvents, type LiveEventsOptions } from './live-events.js';
export { Notifications } from './notifications.js';
export { JETSTREAM, OnEvent } from './on-event.decorator.js';
export { Outbox } from './outbox.js';
export { resendEvents } from './stream-watch.js';

export const eventsEntities = [OutboxRow, InboxRow, DeadLetter, EventFailure, KnownStream, ErasedAccount];
export const eventsMigrations = [
  Events1760000000000,
  MoveSentEvents1760000100100,
  CreateErasedAccounts1763600000300,
  NoteClearedEvents1763600000500,
  NoteClearedUntil1763600000600,
  ErasedAmong1763700010100,
  LockErasedByShare1763700060100,
  InboxByDays1764000100100,
  FindDeadLetters1764000100200,
  RelayFunctions1764000100300,
  FollowMerges1765000100100,
  CountEventFailures1765000303000,
  FindMergedSubjects1765000100150,
];
