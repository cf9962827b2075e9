import { m } from '#messages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportReason } from '../../api/graph/graphql';
import { newIdempotencyKey, send } from '../../lib/http';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField } from '../../ui/field';
import { SelectField } from '../../ui/select';
import { toast } from '../../ui/toast';
import { REASONS } from './labels';
import type { ReportProps } from './report';

/** Characters of a note. */
const NOTE_LENGTH = 1_000;

/** Asks why something is reported, and tells the moderators. */
export function ReportDialog({ subject, onClose }: ReportProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const response = await send('/api/reports', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': newIdempotencyKey() }, body: JSON.stringify({ subject, reason, note }) });
      return (await response.json()) as { isRepeated: boolean };
    },
    onSuccess: ({ isRepeated }) => {
      toast(isRepeated ? { title: m.moderation_repeated(), description: m.moderation_repeated_text() } : { title: m.moderation_reported(), description: m.moderation_reported_text() });
      onClose();
    },
  });
  const needsNote = reason === 'other' && note.trim() === '';
  return (
    <Dialog
      open onOpenChange={onClose} dismissible={!isPending} title={m.moderation_report_title()} description={m.moderation_report_text()}
      footer={<Button variant="primary" pending={isPending} onClick={() => (reason && !needsNote ? mutate() : setIsTried(true))}>{m.moderation_report_send()}</Button>}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label={m.moderation_reason()} placeholder={m.moderation_reason_missing()} required value={reason} onValueChange={setReason} error={isTried && !reason ? m.moderation_reason_missing() : undefined}
          options={(Object.keys(REASONS) as ReportReason[]).map((value) => ({ value, label: REASONS[value]() }))}
        />
        <TextAreaField
          label={m.moderation_note()} required={reason === 'other'} maxLength={NOTE_LENGTH} value={note} onChange={({ target }) => setNote(target.value)}
          error={isTried && needsNote ? m.moderation_note_missing() : undefined}
        />
        {error && <p role="alert" className="font-medium text-danger-ink">{problemDetail(error, m.moderation_failed())}</p>}
      </div>
    </Dialog>
  );
}
