import { Injectable } from '@nestjs/common';
import {
  DEFAULT_LANGUAGE,
  IdempotentTransaction,
  type Identity,
  invalid,
  NO_END,
  parseInput,
  Problem,
  uuidv7,
} from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { messageTo } from '../messages/message-to.js';
import { Messages } from '../messages/messages.js';
import { type NotificationEntry, Notifications } from '../notifications/notifications.js';
import type * as Schema from '../schema.generated.js';
import { Suspensions } from '../standings/suspensions.js';
import { ModerationCase, ModerationReport } from './case.entity.js';
import { ModerationAppeal, ModerationDecision, type Outcome } from './decision.entity.js';
import { type LogAction, ModerationLogEntry } from './log-entry.entity.js';
import { appealDecisionInput, appealInput, decisionInput } from './moderation.input.js';
import { affectsVisibility } from './rulings.js';
import { Subjects } from './subjects.js';

/** A claim keeps other moderators out for so long. */
const CLAIM_MS = 30 * 60_000;
const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Deciding on cases and on appeals. Every step is in the log. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    private readonly subjects: Subjects,
    private readonly suspensions: Suspensions,
    private readonly notifications: Notifications,
    private readonly messages: Messages,
  ) {}

  /**
   * Keeps other moderators from the case for half an hour.
   * @throws Problem `NOT_FOUND`, `CONFLICT`, `FORBIDDEN` for a case of one's own
   */
  async claim(id: string, { subject: moderator }: Identity): Promise<void> {
    await this.transaction.run(async (tx) => {
      const one = await this.openCase(tx, id, moderator!);
      await tx.update(
        ModerationCase,
        { id },
        { claimedBy: moderator!, claimedAt: new Date(), version: one.version + 1 },
      );
      await this.log(tx, id, moderator!, 'claimed');
    });
  }

  /**
   * Decides a case, and carries out the decision.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` where the case has changed since it was read,
   *   `FORBIDDEN` for a case of one's own
   */
  async decide(given: Schema.DecisionInput, { subject: moderator }: Identity): Promise<void> {
    const { id, version, outcome, reason, suspendedDays } = parseInput(decisionInput, given);
    await this.transaction.run(async (tx) => {
      const one = await this.openCase(tx, id, moderator!);
      if (one.version !== version) throw changed();
      const { subjectKind, affectedId } = one;
      if (subjectKind === 'player' && (outcome === 'hide' || outcome === 'remove'))
        throw unfit('A player is warned or suspended.');
      if (affectedId === null && (outcome === 'warn' || outcome === 'suspend'))
        throw unfit('There is no player to warn or suspend.');
      const suspendedUntil =
        outcome !== 'suspend'
          ? null
          : suspendedDays == null
            ? new Date(NO_END)
            : new Date(Date.now() + suspendedDays * DAY_MS);
      await tx.update(
        ModerationCase,
        { id },
        { decidedAt: new Date(), version: version + 1, claimedBy: null, claimedAt: null },
      );
      await tx.insert(ModerationDecision, {
        caseId: id,
        moderatorId: moderator!,
        affectedId,
        outcome,
        reason,
        suspendedUntil,
      });
      await this.updateSubject(tx, one, outcome);
      await this.log(tx, id, moderator!, 'decided', outcome);
      await this.notify(tx, id, outcome, affectedId);
    });
  }

  /**
   * The affected player appeals, once, within 30 days.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND` for another's decision, `CONFLICT` for a second appeal or one too
   *   late
   */
  async appeal(given: Schema.AppealInput, { subject: player }: Identity): Promise<void> {
    const { id, text } = parseInput(appealInput, given);
    await this.transaction.run(async (tx) => {
      const decision = await tx.findOne(ModerationDecision, {
        where: { caseId: id, affectedId: player! },
        lock: { mode: 'pessimistic_write' },
      });
      if (!decision || decision.outcome === 'dismiss') throw new Problem('NOT_FOUND', 'There is no such decision.');
      if (decision.decidedAt.getTime() < Date.now() - APPEAL_DAYS * DAY_MS)
        throw new Problem('CONFLICT', `A decision can be appealed for ${APPEAL_DAYS} days.`);
      if (await tx.existsBy(ModerationAppeal, { caseId: id }))
        throw new Problem('CONFLICT', 'You have already appealed this decision.');
      await tx.insert(ModerationAppeal, { caseId: id, text });
      await this.log(tx, id, player!, 'appealed');
    });
  }

  /**
   * Another moderator than the first decides the appeal. Overturning undoes the decision.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` for one that is decided, `FORBIDDEN` for the first
   *   moderator and the player
   */
  async decideAppeal(given: Schema.AppealDecisionInput, { subject: moderator }: Identity): Promise<void> {
    const { id, overturned, reason } = parseInput(appealDecisionInput, given);
    await this.transaction.run(async (tx) => {
      const appeal = await tx.findOne(ModerationAppeal, { where: { caseId: id }, lock: { mode: 'pessimistic_write' } });
      if (!appeal) throw new Problem('NOT_FOUND', 'There is no such appeal.');
      if (appeal.decidedAt) throw new Problem('CONFLICT', 'This appeal is already decided.');
      const decision = await tx.findOneByOrFail(ModerationDecision, { caseId: id });
      if (decision.moderatorId === moderator || decision.affectedId === moderator)
        throw new Problem('FORBIDDEN', 'Another moderator decides this appeal.');
      await tx.update(
        ModerationAppeal,
        { caseId: id },
        { isOverturned: overturned, reason, moderatorId: moderator!, decidedAt: new Date() },
      );
      if (overturned) await this.updateSubject(tx, await tx.findOneByOrFail(ModerationCase, { id }), decision.outcome);
      await this.log(tx, id, moderator!, overturned ? 'overturned' : 'upheld');
      await this.notifications.add(tx, toAffected(id, decision.affectedId, overturned ? 'overturned' : 'upheld'));
    });
  }

  /** After a decision or its overturning: both are recomputed from all decisions in force. */
  private async updateSubject(tx: EntityManager, subject: ModerationCase, outcome: Outcome): Promise<void> {
    if (affectsVisibility(outcome)) await this.subjects.updateVisibility(tx, subject);
    if (outcome === 'suspend' && subject.affectedId) await this.suspensions.update(tx, subject.affectedId);
  }

  /**
   * The affected player gets a notification with a link to the reason; reporters only learn whether something was done,
   * an artist by e-mail.
   */
  private async notify(tx: EntityManager, id: string, outcome: Outcome, affectedId: string | null): Promise<void> {
    const reports = await tx.findBy(ModerationReport, { caseId: id });
    const outcomeOfReport = outcome === 'dismiss' ? 'report_dismissed' : 'report_acted';
    const toReporters = reports
      .filter(({ reporterId }) => reporterId !== null)
      .map((report): NotificationEntry => ({
        accountId: report.reporterId!,
        kind: 'moderation',
        sourceId: `report:${id}`,
        subject: { type: 'moderation', id: report.id, outcome: outcomeOfReport },
      }));
    for (const { contact, language } of reports) {
      if (contact)
        await this.messages.write(
          tx,
          messageTo({ kind: 'email', value: contact, language: language ?? DEFAULT_LANGUAGE }, 'takedownDecided', {
            isTakenDown: outcome === 'hide' || outcome === 'remove' || outcome === 'suspend',
          }),
          { deleteWhenSent: true },
        );
    }
    await this.notifications.add(tx, [
      ...toReporters,
      ...(outcome === 'dismiss' ? [] : toAffected(id, affectedId, outcome)),
    ]);
  }

  private async openCase(tx: EntityManager, id: string, moderator: string): Promise<ModerationCase> {
    const one = await tx.findOne(ModerationCase, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!one) throw new Problem('NOT_FOUND', 'There is no such case.');
    if (one.decidedAt) throw new Problem('CONFLICT', 'This case is already decided.');
    const isTaken =
      one.claimedBy !== null && one.claimedBy !== moderator && one.claimedAt!.getTime() > Date.now() - CLAIM_MS;
    if (isTaken) throw new Problem('CONFLICT', 'Another moderator is looking at this case.');
    if (one.affectedId === moderator || (await tx.existsBy(ModerationReport, { caseId: id, reporterId: moderator })))
      throw new Problem('FORBIDDEN', 'You are part of this case; another moderator decides it.');
    return one;
  }

  private async log(
    tx: EntityManager,
    caseId: string,
    actorId: string,
    action: LogAction,
    outcome: string | null = null,
  ): Promise<void> {
    await tx.insert(ModerationLogEntry, { id: uuidv7(), caseId, actorId, action, outcome });
  }
}

const toAffected = (id: string, accountId: string | null, outcome: string): NotificationEntry[] =>
  accountId
    ? [{ accountId, kind: 'moderation', sourceId: `${id}:${outcome}`, subject: { type: 'moderation', id, outcome } }]
    : [];

const changed = () => new Problem('CONFLICT', 'This case has changed. Please look at it again.');
const unfit = (detail: string) => invalid([{ field: 'outcome', code: 'INVALID', detail }]);
