import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { RequestPartnerClientDocument } from '../../api/graph/graphql';
import { SCOPES } from '../../api/scopes';
import { LIMITS, requiredText, showFieldProblems } from '../../lib/form';
import { problemDetail } from '../../lib/problems';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextAreaField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { scopeText } from './scopes';

/** Characters, as the server has them. */
const PURPOSE_LENGTH = 1_000;
const WEBSITE_LENGTH = 500;

const rules = z.object({
  name: requiredText(() => m.developers_name_missing(), LIMITS.name),
  purpose: requiredText(() => m.developers_purpose_missing(), PURPOSE_LENGTH),
  website: z.string().trim().refine((given) => given === '' || /^https?:\/\/\S+$/.test(given), { error: () => m.developers_website_invalid() }),
  scopes: z.array(z.string()).min(1, { error: () => m.developers_scopes_missing() }),
});
type Values = z.infer<typeof rules>;

/** The form by which a player asks for a client. */
export function AskDialog({ onClose, onAsked }: { onClose: () => void; onAsked: () => void }) {
  const form = useForm<Values>({ resolver: zodResolver(rules), defaultValues: { name: '', purpose: '', website: '', scopes: [] } });
  const { register, handleSubmit, formState: { errors } } = form;
  const [request, { loading, error }] = useMutation(RequestPartnerClientDocument);
  const formId = useId();
  const send = async ({ website, ...values }: Values) => {
    try {
      await request({ variables: { input: { ...values, website: website || null } } });
    } catch (problem) {
      showFieldProblems(form, problem);
      return;
    }
    toast({ title: m.developers_asked(), description: m.developers_asked_text() });
    onAsked();
    onClose();
  };
  return (
    <Dialog
      open onOpenChange={onClose} title={m.developers_ask()} description={m.developers_ask_text()} dismissible={!loading}
      footer={<Button type="submit" form={formId} variant="primary" pending={loading}>{m.developers_send()}</Button>}
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(send)(event)}>
        <TextField label={m.developers_name()} hint={m.developers_name_hint()} required maxLength={LIMITS.name} autoComplete="off" error={errors.name?.message} {...register('name')} />
        <TextAreaField label={m.developers_purpose()} required rows={4} maxLength={PURPOSE_LENGTH} error={errors.purpose?.message} {...register('purpose')} />
        <TextField label={m.developers_website()} type="url" inputMode="url" maxLength={WEBSITE_LENGTH} error={errors.website?.message} {...register('website')} />
        <Field group label={m.developers_scopes_wanted()} required error={errors.scopes?.message}>
          {({ 'aria-required': _notForGroups, 'aria-invalid': _neither, ...control }) => (
            <div role="group" {...control} className="flex flex-col gap-1">
              {SCOPES.map(({ name }) => (
                <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input type="checkbox" value={name} className="size-5 shrink-0 accent-(--action-ink)" {...register('scopes')} />
                  <span><code>{name}</code> <span className="block text-sm text-muted">{scopeText(name)}</span></span>
                </label>
              ))}
            </div>
          )}
        </Field>
        {error && Object.keys(errors).length === 0 && <p role="alert" className="font-medium text-danger-ink">{problemDetail(error, m.developers_failed())}</p>}
      </form>
    </Dialog>
  );
}
