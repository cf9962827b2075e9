import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { z } from 'zod';
import {
  CreateWebhookEndpointDocument,
  UpdateWebhookEndpointDocument,
} from '../../../api/graph/developers/webhooks/webhooks';
import type { EndpointFragment, OwnClientFragment } from '../../../api/graph/graphql';
import { showFieldProblems } from '../../../api/field-problems';
import { useDraftForm } from '../../session';
import { problemDetail } from '../../../api/problems';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field, TextField } from '../../../ui/field';
import { toast } from '../../../ui/toast';
import { kindsOpenTo } from './kinds';

/** Characters, as the server has them. */
const URL_LENGTH = 2_048;
const BOX_LENGTH = 100;
const BOX_EXAMPLE = '-74, 45.4, -73.4, 45.7';

/** Four numbers in degrees, or none; undefined for anything else. */
function boxOf(text: string): number[] | null | undefined {
  if (text.trim() === '') return null;
  const numbers = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  const [west, south, east, north] = numbers;
  const isBox =
    numbers.length === 4 &&
    numbers.every(Number.isFinite) &&
    Math.max(Math.abs(west!), Math.abs(east!)) <= 180 &&
    Math.abs(south!) <= 90 &&
    Math.abs(north!) <= 90 &&
    south! <= north!;
  return isBox ? numbers : undefined;
}

const rules = z.object({
  url: z.url({ protocol: /^https?$/, error: () => m.developers_endpoint_url_invalid() }),
  kinds: z.array(z.string()).min(1, { error: () => m.developers_endpoint_kinds_missing() }),
  bbox: z.string().refine((text) => boxOf(text) !== undefined, { error: () => m.developers_endpoint_box_invalid() }),
});
type Values = z.infer<typeof rules>;

interface EndpointDialogProps {
  client: OwnClientFragment;
  /** The one to be changed; without it a new one is made. */
  endpoint?: EndpointFragment;
  onClose: () => void;
  onAdded?: (secret: string) => void;
}

/** The form of an endpoint: its address, and what is sent there. */
export function EndpointDialog({ client, endpoint, onClose, onAdded }: EndpointDialogProps) {
  const { form, clear } = useDraftForm<Values>(`webhook:${endpoint?.id ?? client.id}`, {
    resolver: zodResolver(rules),
    defaultValues: {
      url: endpoint?.url ?? '',
      kinds: [...(endpoint?.kinds ?? [])],
      bbox: endpoint?.bbox?.join(', ') ?? '',
    },
  });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = form;
  // The secret must not stay in a cache.
  const [create, creation] = useMutation(CreateWebhookEndpointDocument, { fetchPolicy: 'no-cache' });
  const [update, change] = useMutation(UpdateWebhookEndpointDocument);
  const { loading, error } = endpoint ? change : creation;
  const formId = useId();
  const send = async ({ url, kinds, bbox }: Values) => {
    const input = { url, kinds, bbox: boxOf(bbox) ?? null };
    try {
      if (endpoint) await update({ variables: { id: endpoint.id, input } });
      else {
        const { data } = await create({ variables: { input: { ...input, clientId: client.id } } });
        onAdded?.(data!.createWebhookEndpoint.secret);
      }
    } catch (problem) {
      showFieldProblems(form, problem, { codes: { CONFLICT: 'url' } });
      return;
    }
    clear();
    if (endpoint) toast({ title: m.developers_endpoint_changed() });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!loading}
      title={endpoint ? m.developers_endpoint_edit() : m.developers_endpoint_add()}
      description={m.developers_endpoint_form_text()}
      footer={
        <Button type="submit" form={formId} variant="primary" pending={loading}>
          {endpoint ? m.developers_endpoint_save() : m.developers_endpoint_add()}
        </Button>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(send)(event)}>
        <TextField
          label={m.developers_endpoint_url()}
          hint={m.developers_endpoint_url_hint()}
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={URL_LENGTH}
          error={errors.url?.message}
          {...register('url')}
        />
        <Field group label={m.developers_endpoint_kinds()} required error={errors.kinds?.message}>
          {({ 'aria-required': _notForGroups, 'aria-invalid': _neither, ...control }) => (
            <div role="group" {...control} className="flex flex-col gap-1">
              {kindsOpenTo(client.scopes).map(({ kind, text }) => (
                <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    value={kind}
                    className="size-5 shrink-0 accent-(--action-ink)"
                    {...register('kinds')}
                  />
                  <span>
                    <code>{kind}</code> <span className="block text-sm text-muted">{text()}</span>
                  </span>
                </label>
              ))}
            </div>
          )}
        </Field>
        <TextField
          label={m.developers_endpoint_box()}
          hint={m.developers_endpoint_box_hint()}
          autoComplete="off"
          maxLength={BOX_LENGTH}
          placeholder={BOX_EXAMPLE}
          error={errors.bbox?.message}
          {...register('bbox')}
        />
        {error && Object.keys(errors).length === 0 && (
          <p role="alert" className="font-medium text-danger-ink">
            {problemDetail(error, m.developers_failed())}
          </p>
        )}
      </form>
    </Dialog>
  );
}
