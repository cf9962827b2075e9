import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { User } from '../../../api/types';
import { showFieldProblems } from '../../../api/field-problems';
import { LIMITS } from '../../../api/limits';
import {
  readDraft,
  useDraftKey,
  useKeepDraft,
  useOwnEmail,
  EXPERIENCE,
  InterestsField,
  Pair,
  Part,
} from '../../session';
import { bodyOf, guestApi, problemCode, problemOf } from '../../../api/http';
import { newIdempotencyKey } from '../../../lib/random';
import { gatewayRoutes, loginUrl, paths } from '../../../lib/paths';
import { problemDetail } from '../../../api/problems';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { SelectField } from '../../../ui/select';
import { linkTo } from '../../../ui/link-to';
import { emptyTrial, toPayload, trialRules, type TrialValues } from './trial-rules';

const EXAMPLE_PHONE = '+61 412 345 678';

/** The field for a refusal without fields. */
const FIELD_OF_CODE = { USERNAME_TAKEN: 'tagName' } as const;

/** Whether a refusal is about the values of this form. */
export function namesField(error: unknown): boolean {
  const { code = '', errors = [] } = problemOf(error) ?? {};
  return code in FIELD_OF_CODE || errors.some(({ field }) => field in emptyTrial);
}

interface Props {
  user: User | null;
  /** Why the account was refused at the payment step; shown at its fields. */
  refusal: unknown;
  /** @param draft the key of what is kept of this form in the tab */
  onReady: (values: TrialValues, clientSecret: string, draft: string) => void;
}

/** Personal details; asks the server for a trial and passes on what its payment step needs. */
export function TrialForm({ user, refusal, onReady }: Props) {
  const draft = useDraftKey('trial-sign-up');
  const form = useForm<TrialValues>({
    resolver: zodResolver(trialRules),
    defaultValues: readDraft(draft, {
      ...emptyTrial,
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      city: user?.city ?? '',
    }),
    mode: 'onTouched',
  });
  useKeepDraft(draft, form);
  const email = useOwnEmail(user !== null);
  useEffect(() => {
    if (email && !form.getValues('email')) form.setValue('email', email);
  }, [email, form]);
  useEffect(() => {
    showFieldProblems(form, refusal, { codes: FIELD_OF_CODE });
  }, [refusal, form]);
  const {
    register,
    control,
    formState: { errors },
  } = form;
  const attempt = useRef({ body: '', key: '' });

  const create = useMutation({
    mutationFn: (values: TrialValues) => {
      const body = toPayload(values);
      // The same details again, after a response that was lost, are the same request.
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() };
      return bodyOf(
        guestApi.POST('/api/create-trial-subscription', { body, headers: { 'idempotency-key': attempt.current.key } }),
      );
    },
    onSuccess: ({ clientSecret }, values) => onReady(values, clientSecret, draft),
    onError: (error) => {
      console.error('The trial could not be created:', error);
      showFieldProblems(form, error, { codes: FIELD_OF_CODE });
    },
  });
  const field = (name: Exclude<keyof TrialValues, 'interests' | 'experienceLevel'>) => ({
    ...register(name),
    error: errors[name]?.message,
  });

  return (
    <form
      onSubmit={(event) => void form.handleSubmit((values) => create.mutate(values))(event)}
      noValidate
      className="flex flex-col gap-6"
    >
      <Part title={m.membership_trial_you()}>
        <Pair>
          <TextField label={m.session_first_name()} required autoComplete="given-name" {...field('firstName')} />
          <TextField label={m.session_last_name()} required autoComplete="family-name" {...field('lastName')} />
        </Pair>
        <Pair>
          <TextField label={m.session_email()} type="email" required autoComplete="email" {...field('email')} />
          <TextField
            label={m.session_phone()}
            type="tel"
            required
            autoComplete="tel"
            placeholder={EXAMPLE_PHONE}
            {...field('phone')}
          />
        </Pair>
        <Pair>
          <TextField label={m.session_city()} required autoComplete="address-level2" {...field('city')} />
          <TextField label={m.membership_state()} required autoComplete="address-level1" {...field('state')} />
        </Pair>
      </Part>
      <Part title={m.session_you()}>
        <Pair>
          <TextField
            label={m.membership_tag_name()}
            hint={m.membership_tag_name_hint()}
            autoComplete="username"
            maxLength={LIMITS.username.most}
            {...field('tagName')}
          />
          <Controller
            control={control}
            name="experienceLevel"
            render={({ field: { value, onChange, ref } }) => (
              <SelectField
                ref={ref}
                label={m.session_experience()}
                options={EXPERIENCE.map((each) => ({
                  value: each,
                  label: m.session_experience_of({ experience: each }),
                }))}
                value={value}
                onValueChange={onChange}
              />
            )}
          />
        </Pair>
        <Controller
          control={control}
          name="interests"
          render={({ field: { value, onChange } }) => <InterestsField value={value} onChange={onChange} />}
        />
        <TextField
          label={m.membership_referral_code()}
          hint={m.membership_referral_code_hint()}
          autoComplete="off"
          maxLength={LIMITS.name}
          className="sm:max-w-[50%]"
          {...field('referralCode')}
        />
      </Part>
      {create.error && <Refusal error={create.error} />}
      <div className="flex flex-col items-stretch gap-4 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" size="lg" className="sm:shrink-0" pending={create.isPending}>
          {create.isPending ? m.membership_trial_preparing() : m.membership_trial_continue()}
        </Button>
        {!user && (
          <p className="text-muted">
            <ParaglideMessage
              message={m.session_already_a_player}
              inputs={{}}
              markup={{
                signIn: ({ children }) => (
                  <a href={gatewayRoutes.login} className={linkStyle}>
                    {children}
                  </a>
                ),
                look: linkTo(paths.home),
              }}
            />
          </p>
        )}
      </div>
    </form>
  );
}

const linkStyle = 'font-semibold text-place-ink underline underline-offset-4';

/** Why there is no trial, and the paid membership for players who had one. */
function Refusal({ error }: { error: unknown }) {
  return (
    <div role="alert" className="flex flex-col gap-2 border-s-4 border-danger ps-4">
      <p className="font-medium">{problemDetail(error, m.membership_trial_failed())}</p>
      {problemCode(error) === 'TRIAL_USED' && (
        <p>
          <a href={loginUrl(paths.subscribe)} className={linkStyle}>
            {m.membership_trial_used_link()}
          </a>
        </p>
      )}
    </div>
  );
}
