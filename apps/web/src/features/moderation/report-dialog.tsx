import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { ReportReason } from '../../api/graph/graphql';
import { ReportDocument } from '../../api/graph/moderation/report';
import { showFieldProblems } from '../../api/field-problems';
import { textUpTo } from '../../lib/form';
import { useDraftForm } from '../session';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField } from '../../ui/field';
import { SelectField } from '../../ui/select';
import { toast } from '../../ui/toast';
import { REASONS } from './labels';
import type { ReportProps } from './report';

/** Characters of a note. */
const NOTE_LENGTH = 1_000;

const reasons = Object.keys(REASONS) as ReportReason[];
const rules = z
  .object({ reason: z.enum(reasons, { error: () => m.moderation_reason_missing() }), note: textUpTo(NOTE_LENGTH) })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', {
    path: ['note'],
    error: () => m.moderation_note_missing(),
  });

type Values = z.infer<typeof rules>;

/** Asks for the reason of a report, and sends it. Needs a GraphProvider around it. */
export function ReportDialog({ subject, onClose }: ReportProps) {
  const { form, clear } = useDraftForm<Partial<Values>>(`report:${subject.kind}:${subject.id}`, {
    resolver: zodResolver(rules) as never,
    defaultValues: { note: '' },
  });
  const {
    control,
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const needsNote = useWatch({ control, name: 'reason' }) === 'other';
  const [report, { error }] = useMutation(ReportDocument);
  const formId = useId();
  const send = async (values: Values) => {
    const { data } = await report({ variables: { input: { subject, ...values } } });
    toast(
      data?.report.isRepeated
        ? { title: m.moderation_repeated(), description: m.moderation_repeated_text() }
        : { title: m.moderation_reported(), description: m.moderation_reported_text() },
    );
    clear();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!isSubmitting}
      title={m.moderation_report_title()}
      description={m.moderation_report_text()}
      footer={
        <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
          {m.moderation_report_send()}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void handleSubmit((values) =>
            send(values as Values).catch((refused: unknown) => void showFieldProblems(form, refused)),
          )(event)
        }
      >
        <Controller
          control={control}
          name="reason"
          render={({ field: { value, onChange, ref } }) => (
            <SelectField
              ref={ref}
              label={m.moderation_reason()}
              placeholder={m.moderation_reason_missing()}
              required
              value={value}
              onValueChange={onChange}
              error={errors.reason?.message}
              options={reasons.map((one) => ({ value: one, label: REASONS[one]() }))}
            />
          )}
        />
        <TextAreaField
          label={m.moderation_note()}
          required={needsNote}
          maxLength={NOTE_LENGTH}
          error={errors.note?.message}
          {...register('note')}
        />
        {error && (
          <p role="alert" className="font-medium text-danger-ink">
            {problemDetail(error, m.moderation_failed())}
          </p>
        )}
      </form>
    </Dialog>
  );
}
