import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { documentPayload, FreshToggle, PinPicker, RolePicker, type SentDocument } from '../discovery';
import { queueStore, type QueuedWork } from './queue-store';
import { sendQueue, tell, withQueue } from './send-queue';

/** Changes a work that was not sent yet. */
export function EditWorkDialog({ work, onClose }: { work: QueuedWork; onClose: () => void }) {
  const [draft, setDraft] = useState(work.draft);
  const [error, setError] = useState<string>();
  const form = useId();
  const change = (part: Partial<SentDocument>) => setDraft((before) => ({ ...before, ...part }));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!draft.name.trim()) return setError('Please enter a name for your discovery.');
    // Under the lock: it may be on its way just now, and what was sent must stay as it is.
    await withQueue(async () => {
      const present = await queueStore.get(work.id);
      if (present?.unsureSince === null) await queueStore.change(work.id, { draft, body: documentPayload(draft), state: 'waiting', problem: null });
    });
    tell({ kind: 'changed' });
    onClose();
    if (navigator.onLine) await sendQueue();
  };

  return (
    <Dialog
      open onOpenChange={(open) => !open && onClose()} title="Edit before it is sent" description="Photo and place stay as they are."
      footer={<Button type="submit" form={form} variant="primary">Save changes</Button>}
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5 pb-2">
        <TextField label="Name" required value={draft.name} error={error} onChange={({ target }) => change({ name: target.value })} />
        <TextAreaField label="Description" value={draft.description} onChange={({ target }) => change({ description: target.value })} />
        <PinPicker value={draft.pinType} onChange={(pinType) => change({ pinType })} />
        <RolePicker value={draft.role} onChange={(role) => change({ role, ...(role === 'photographer' && { fresh: false }) })} />
        {draft.role === 'artist' && <FreshToggle value={draft.fresh} onChange={(fresh) => change({ fresh })} />}
      </form>
    </Dialog>
  );
}
