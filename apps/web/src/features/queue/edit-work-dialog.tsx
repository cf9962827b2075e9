import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { LIMITS } from '../../api/limits';
import { requiredText, textUpTo } from '../../lib/form';
import { useDraftForm } from '../session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { documentPayload, FreshToggle, PinPicker, RolePicker, type SentDocument } from '../document';
import { queueStore, type QueuedWork } from './queue-store';
import { sendQueue, postQueueMessage, withQueue } from './send-queue';

/** The editable fields; pickers have only valid values. */
const rules = z.object({
  name: requiredText(m.queue_name_missing, LIMITS.title),
  description: textUpTo(LIMITS.text),
  pinType: z.custom<SentDocument['pinType']>(),
  role: z.custom<SentDocument['role']>(),
  fresh: z.boolean(),
});

/** Changes a work that was not sent yet. */
export function EditWorkDialog({ work, onClose }: { work: QueuedWork; onClose: () => void }) {
  const { name, description, pinType, role, fresh } = work.draft;
  const { form: fields, clear } = useDraftForm(`edit-work:${work.id}`, {
    resolver: zodResolver(rules),
    defaultValues: { name, description, pinType, role, fresh },
  });
  const {
    register,
    control,
    handleSubmit,
    setValue,
    watch,
    formState: { errors },
  } = fields;
  const form = useId();

  const save = handleSubmit(async (changed) => {
    const draft = { ...work.draft, ...changed };
    // Under the lock: it may be on its way just now, and what was sent must stay as it is.
    await withQueue(async () => {
      const present = await queueStore.get(work.id);
      if (present?.unsureSince === null)
        await queueStore.change(work.id, { draft, body: documentPayload(draft), state: 'waiting', problem: null });
    });
    postQueueMessage({ kind: 'changed' });
    clear();
    onClose();
    if (navigator.onLine) await sendQueue();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={m.queue_edit_title()}
      description={m.queue_edit_text()}
      footer={
        <Button type="submit" form={form} variant="primary">
          {m.queue_save()}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5 pb-2">
        <TextField
          label={m.queue_name()}
          required
          maxLength={LIMITS.title}
          {...register('name')}
          error={errors.name?.message}
        />
        <TextAreaField
          label={m.queue_description()}
          maxLength={LIMITS.text}
          {...register('description')}
          error={errors.description?.message}
        />
        <Controller
          control={control}
          name="pinType"
          render={({ field: { value, onChange } }) => <PinPicker value={value} onChange={onChange} />}
        />
        <Controller
          control={control}
          name="role"
          render={({ field: { value, onChange } }) => (
            <RolePicker
              value={value}
              onChange={(next) => {
                onChange(next);
                if (next === 'photographer') setValue('fresh', false);
              }}
            />
          )}
        />
        {watch('role') === 'artist' && (
          <Controller
            control={control}
            name="fresh"
            render={({ field: { value, onChange } }) => <FreshToggle value={value} onChange={onChange} />}
          />
        )}
      </form>
    </Dialog>
  );
}
