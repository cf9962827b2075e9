import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { CaseItemFragment, ModerationOutcome } from '../../api/graph/graphql';
import { showFieldProblems } from '../../api/field-problems';
import { requiredText } from '../../lib/form';
import { useDraftForm } from '../session';
import { formatDate } from '../../lib/format';
import { Button } from '../../ui/button';
import { TextAreaField } from '../../ui/field';
import { SelectField } from '../../ui/select';
import { OUTCOMES } from './labels';
import type { useCase } from './use-case';

/** Characters of a reason. */
const REASON_LENGTH = 1_000;
const DAYS = ['1', '7', '30', '365', 'for_good'] as const;

type Actions = ReturnType<typeof useCase>;
interface DecideProps {
  item: CaseItemFragment;
  actions: Actions;
}

/** The moderator's possible actions: claim the case, decide it, or decide on the appeal; and the decisions so far. */
export function Decide({ item, actions }: DecideProps) {
  const { id, claimedBy, claimedByMe, decision } = item;
  const appeal = decision?.appeal;
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-lg font-semibold">{decision ? m.moderation_decision() : m.moderation_decide_title()}</h3>
      {decision && <Decided decision={decision} />}
      {appeal &&
        appeal.isOverturned == null &&
        (decision.byMe ? (
          <p role="note" className="text-muted">
            {m.moderation_appeal_other()}
          </p>
        ) : (
          <AppealForm id={id} actions={actions} />
        ))}
      {!decision && claimedByMe && <DecisionForm item={item} actions={actions} />}
      {!decision &&
        !claimedByMe &&
        (claimedBy ? (
          <p className="text-muted wrap-anywhere">{m.moderation_claimed({ name: claimedBy })}</p>
        ) : (
          <>
            <p className="text-muted">{m.moderation_claim_text()}</p>
            <Button
              variant="primary"
              className="self-start"
              pending={actions.isBusy}
              onClick={() => void actions.claim(id)}
            >
              {m.moderation_claim()}
            </Button>
          </>
        ))}
      {actions.failed && (
        <p role="alert" className="font-medium text-danger-ink">
          {actions.failed}
        </p>
      )}
    </div>
  );
}

const QUOTE = 'whitespace-pre-line border-s-4 border-edge ps-3 wrap-anywhere';

function Decided({
  decision: { outcome, reason, suspendedUntil, decidedAt, byMe, appeal },
}: {
  decision: NonNullable<CaseItemFragment['decision']>;
}) {
  const moment = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return (
    <>
      <div>
        <p>
          <strong>{OUTCOMES[outcome]()}</strong>{' '}
          <span className="text-sm text-muted">
            {formatDate(decidedAt, moment)}
            {byMe && <> · {m.moderation_by_me()}</>}
          </span>
        </p>
        {outcome === 'suspend' && (
          <p className="text-sm text-muted">
            {suspendedUntil
              ? m.moderation_suspended_until({ when: formatDate(suspendedUntil, moment) })
              : m.moderation_for_good()}
          </p>
        )}
        <p className={`mt-2 ${QUOTE}`}>{reason}</p>
      </div>
      {appeal && (
        <div>
          <p>
            <strong>{m.moderation_appeal()}</strong>{' '}
            <span className="text-sm text-muted">{formatDate(appeal.appealedAt, moment)}</span>
          </p>
          <p className={`mt-2 ${QUOTE}`}>{appeal.text}</p>
        </div>
      )}
      {appeal?.decidedAt && (
        <div>
          <p>
            <strong>{appeal.isOverturned ? m.moderation_action_overturned() : m.moderation_action_upheld()}</strong>{' '}
            <span className="text-sm text-muted">{formatDate(appeal.decidedAt, moment)}</span>
          </p>
          <p className={`mt-2 ${QUOTE}`}>{appeal.reason}</p>
        </div>
      )}
    </>
  );
}

const reason = requiredText(m.moderation_why_missing, REASON_LENGTH);
const decisionRules = z.object({ outcome: z.custom<ModerationOutcome>(), suspendedDays: z.enum(DAYS), reason });
const appealRules = z.object({ reason });

/** The reason, which the affected player reads. */
const ReasonField = (field: UseFormRegisterReturn & { error: string | undefined }) => (
  <TextAreaField
    label={m.moderation_why()}
    hint={m.moderation_why_hint()}
    required
    rows={4}
    maxLength={REASON_LENGTH}
    {...field}
  />
);

function DecisionForm({ item: { id, version, subjectKind, player }, actions }: DecideProps) {
  const { form, clear } = useDraftForm<z.infer<typeof decisionRules>>(`decision:${id}`, {
    resolver: zodResolver(decisionRules),
    defaultValues: { outcome: 'dismiss', suspendedDays: '7', reason: '' },
  });
  const {
    register,
    control,
    handleSubmit,
    formState: { errors },
  } = form;
  const outcome = useWatch({ control, name: 'outcome' });
  const possible = (Object.keys(OUTCOMES) as ModerationOutcome[]).filter(
    (one) => one === 'dismiss' || (one === 'hide' || one === 'remove' ? subjectKind !== 'player' : player !== null),
  );
  const decide = async ({ suspendedDays: days, ...decision }: z.infer<typeof decisionRules>) => {
    const suspendedDays = decision.outcome === 'suspend' && days !== 'for_good' ? Number(days) : null;
    if (
      await actions.decide(
        { id, version, ...decision, suspendedDays },
        (error) => showFieldProblems(form, error).length > 0,
      )
    )
      clear();
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(decide)(event)}>
      <Controller
        control={control}
        name="outcome"
        render={({ field: { value, onChange, ref } }) => (
          <SelectField
            ref={ref}
            label={m.moderation_decision()}
            hint={HINTS[value]()}
            error={errors.outcome?.message}
            value={value}
            onValueChange={onChange}
            options={possible.map((one) => ({ value: one, label: OUTCOMES[one]() }))}
          />
        )}
      />
      {outcome === 'suspend' && (
        <Controller
          control={control}
          name="suspendedDays"
          render={({ field: { value, onChange, ref } }) => (
            <SelectField
              ref={ref}
              label={m.moderation_duration()}
              error={errors.suspendedDays?.message}
              value={value}
              onValueChange={onChange}
              options={DAYS.map((days) => ({
                value: days,
                label: days === 'for_good' ? m.moderation_for_good() : m.moderation_days({ count: Number(days) }),
              }))}
            />
          )}
        />
      )}
      <ReasonField {...register('reason')} error={errors.reason?.message} />
      <Button
        type="submit"
        variant={outcome === 'dismiss' ? 'primary' : 'danger'}
        className="self-start"
        pending={actions.isBusy}
      >
        {m.moderation_decide()}
      </Button>
    </form>
  );
}

const HINTS: Record<ModerationOutcome, () => string> = {
  dismiss: m.moderation_hint_dismiss,
  hide: m.moderation_hint_hide,
  remove: m.moderation_hint_remove,
  warn: m.moderation_hint_warn,
  suspend: m.moderation_hint_suspend,
};

function AppealForm({ id, actions }: { id: string; actions: Actions }) {
  const { form, clear } = useDraftForm(`appeal-decision:${id}`, {
    resolver: zodResolver(appealRules),
    defaultValues: { reason: '' },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = form;
  const decide = (overturned: boolean) =>
    void handleSubmit(async (given) => {
      if (
        await actions.decideAppeal({ id, overturned, ...given }, (error) => showFieldProblems(form, error).length > 0)
      )
        clear();
    })();
  return (
    <>
      <ReasonField {...register('reason')} error={errors.reason?.message} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={actions.isBusy} onClick={() => decide(false)}>
          {m.moderation_uphold()}
        </Button>
        <Button variant="primary" disabled={actions.isBusy} onClick={() => decide(true)}>
          {m.moderation_overturn()}
        </Button>
      </div>
    </>
  );
}
