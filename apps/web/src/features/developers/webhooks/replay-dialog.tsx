import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ReplayWebhookDocument } from '../../../api/graph/developers/webhooks/webhooks';
import type { EndpointFragment } from '../../../api/graph/graphql';
import { problemDetail } from '../../../api/problems';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { toast } from '../../../ui/toast';

const DAY = 86_400_000;
/** For which changes are kept. */
const KEPT_DAYS = 30;

/** As an input for local times has it: 2026-11-22T18:30. */
const localTime = (moment: number) =>
  new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const isBetween = (moment: number, first: number, last: number) => moment >= first && moment <= last;

/** Sends everything since a moment once more. */
export function ReplayDialog({ endpoint: { id }, onClose }: { endpoint: EndpointFragment; onClose: () => void }) {
  const [now] = useState(Date.now);
  const [rules] = useState(() =>
    z.object({
      since: z.string().refine((since) => isBetween(new Date(since).getTime(), now - KEPT_DAYS * DAY, now), {
        error: () => m.developers_replay_since_invalid(),
      }),
    }),
  );
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm({ resolver: zodResolver(rules), defaultValues: { since: localTime(now - DAY) } });
  const [replay, { error }] = useMutation(ReplayWebhookDocument);
  const formId = useId();
  const send = async ({ since }: { since: string }) => {
    try {
      await replay({ variables: { id, since: new Date(since).toISOString() } });
    } catch {
      return;
    }
    toast({ title: m.developers_replay_started() });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      dismissible={!isSubmitting}
      title={m.developers_replay_title()}
      description={m.developers_replay_text()}
      footer={
        <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
          {m.developers_replay()}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
        <TextField
          label={m.developers_replay_since()}
          hint={m.developers_replay_since_hint()}
          type="datetime-local"
          required
          min={localTime(now - KEPT_DAYS * DAY)}
          max={localTime(now)}
          error={errors.since?.message}
          {...register('since')}
        />
        {error && (
          <p role="alert" className="mt-3 font-medium text-danger-ink">
            {problemDetail(error, m.developers_failed())}
          </p>
        )}
      </form>
    </Dialog>
  );
}
