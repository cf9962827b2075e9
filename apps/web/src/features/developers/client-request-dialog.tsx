import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { RequestPartnerClientDocument } from '../../api/graph/developers/developers';
import { SCOPES } from '../../api/scopes';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { useDraftForm } from '../session';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextAreaField, TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { scopeText } from './scopes';

/** Characters, as the server has them. */
const PURPOSE_LENGTH = 1_000;
const WEBSITE_LENGTH = 500;
const MAX_ADDRESSES = 5;
/** Players agree to it, and come back to the client afterwards. */
const FOR_PLAYERS = 'discoveries:write';

const addressesIn = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const rules = z
  .object({
    name: requiredText(() => m.developers_name_missing(), LIMITS.name),
    purpose: requiredText(() => m.developers_purpose_missing(), PURPOSE_LENGTH),
    website: z
      .string()
      .trim()
      .refine((given) => given === '' || /^https?:\/\/\S+$/.test(given), {
        error: () => m.developers_website_invalid(),
      }),
    scopes: z.array(z.string()).min(1, { error: () => m.developers_scopes_missing() }),
    /** One a line. */
    redirectUris: z.string(),
    isPublic: z.boolean(),
  })
  .refine(({ scopes, redirectUris }) => !scopes.includes(FOR_PLAYERS) || addressesIn(redirectUris).length > 0, {
    path: ['redirectUris'],
    error: () => m.developers_redirects_missing(),
  })
  .refine(({ redirectUris }) => addressesIn(redirectUris).length <= MAX_ADDRESSES, {
    path: ['redirectUris'],
    error: () => m.developers_redirects_most(),
  })
  .refine(({ scopes, isPublic }) => !isPublic || scopes.every((scope) => scope === FOR_PLAYERS), {
    path: ['isPublic'],
    error: () => m.developers_public_alone(),
  });
type Values = z.infer<typeof rules>;

/** The form with which a player requests a client. */
export function ClientRequestDialog({ onClose, onAsked }: { onClose: () => void; onAsked: () => void }) {
  const { form, clear } = useDraftForm<Values>('partner-request', {
    resolver: zodResolver(rules),
    defaultValues: { name: '', purpose: '', website: '', scopes: [], redirectUris: '', isPublic: false },
  });
  const {
    register,
    handleSubmit,
    control,
    formState: { errors },
  } = form;
  const actsForPlayers = useWatch({ control, name: 'scopes' }).includes(FOR_PLAYERS);
  const [request, { loading, error }] = useMutation(RequestPartnerClientDocument);
  const formId = useId();
  const send = async ({ website, redirectUris, isPublic, ...values }: Values) => {
    const kind = values.scopes.includes(FOR_PLAYERS) ? { redirectUris: addressesIn(redirectUris), isPublic } : {};
    try {
      await request({ variables: { input: { ...values, ...kind, website: website || null } } });
    } catch (problem) {
      showFieldProblems(form, problem);
      return;
    }
    toast({ title: m.developers_asked(), description: m.developers_asked_text() });
    clear();
    onAsked();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.developers_ask()}
      description={m.developers_ask_text()}
      dismissible={!loading}
      footer={
        <Button type="submit" form={formId} variant="primary" pending={loading}>
          {m.developers_send()}
        </Button>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={(event) => void handleSubmit(send)(event)}>
        <TextField
          label={m.developers_name()}
          hint={m.developers_name_hint()}
          required
          maxLength={LIMITS.name}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextAreaField
          label={m.developers_purpose()}
          required
          rows={4}
          maxLength={PURPOSE_LENGTH}
          error={errors.purpose?.message}
          {...register('purpose')}
        />
        <TextField
          label={m.developers_website()}
          type="url"
          inputMode="url"
          maxLength={WEBSITE_LENGTH}
          error={errors.website?.message}
          {...register('website')}
        />
        <Field group label={m.developers_scopes_wanted()} required error={errors.scopes?.message}>
          {({ 'aria-required': _notForGroups, 'aria-invalid': _neither, ...group }) => (
            <div role="group" {...group} className="flex flex-col gap-1">
              {SCOPES.map(({ name }) => (
                <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    value={name}
                    className="size-5 shrink-0 accent-(--action-ink)"
                    {...register('scopes')}
                  />
                  <span>
                    <code>{name}</code> <span className="block text-sm text-muted">{scopeText(name)}</span>
                  </span>
                </label>
              ))}
            </div>
          )}
        </Field>
        {actsForPlayers && (
          <>
            <TextAreaField
              label={m.developers_redirects()}
              hint={m.developers_redirects_hint()}
              required
              rows={3}
              spellCheck={false}
              autoCapitalize="none"
              error={errors.redirectUris?.message}
              {...register('redirectUris')}
            />
            <Field group label={m.developers_kind()} hint={m.developers_public_hint()} error={errors.isPublic?.message}>
              {({ 'aria-required': _notForGroups, 'aria-invalid': _neither, ...group }) => (
                <div role="group" {...group}>
                  <label className="flex min-h-11 cursor-pointer items-center gap-3">
                    <input
                      type="checkbox"
                      className="size-5 shrink-0 accent-(--action-ink)"
                      {...register('isPublic')}
                    />
                    <span>{m.developers_public()}</span>
                  </label>
                </div>
              )}
            </Field>
          </>
        )}
        {error && Object.keys(errors).length === 0 && (
          <p role="alert" className="font-medium text-danger-ink">
            {problemDetail(error, m.developers_failed())}
          </p>
        )}
      </form>
    </Dialog>
  );
}
