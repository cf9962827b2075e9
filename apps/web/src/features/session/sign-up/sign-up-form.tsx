import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { gatewayRoutes, paths } from '../../../lib/paths';
import { showFieldProblems } from '../../../api/field-problems';
import { LIMITS } from '../../../api/limits';
import { clearDraft, readDraft, useKeepDraft } from '../form-draft';
import { api } from '../../../api/http';
import { newIdempotencyKey } from '../../../lib/random';
import { MINIMUM_AGE, PRODUCT_NAME } from '../../../product';
import { Button } from '../../../ui/button';
import { TextAreaField, TextField } from '../../../ui/field';
import { SelectField } from '../../../ui/select';
import { toast } from '../../../ui/toast';
import { DRAFTS } from '../personal-data';
import { PinChooser } from '../../pins';
import { userKey } from '../../../api/shared-facts';
import { startCodeWait, VERIFICATION } from '../code-wait';
import { useRefreshUser } from '../use-user';
import { linkStyle, linkTo } from '../../../ui/link-to';
import { AvatarField } from './avatar-field';
import { Pair, Part } from './form-parts';
import {
  catalogueMessage,
  emptySignUp,
  EXPERIENCE,
  REFERRAL_SOURCES,
  signUpRules,
  toPayload,
  type SignUpValues,
} from './sign-up-rules';
import { InterestsField } from './interests-field';
import { StepProgress, stepOf, STEPS, useInSteps } from './steps';
import { TakenUsername, USERNAME_TAKEN } from './taken-username';

const EXAMPLE_PHONE = '+61 412 345 678';
const DRAFT = `${DRAFTS}sign-up`;

/** The phone-based sign-up: makes a pending account with a session and leads to the landing page. */
export function SignUpForm() {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const client = useQueryClient();
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpRules),
    defaultValues: readDraft(DRAFT, emptySignUp),
    mode: 'onTouched',
  });
  useKeepDraft(DRAFT, form);
  const inSteps = useInSteps();
  const [step, setStep] = useState(0);
  const {
    register,
    control,
    getValues,
    setValue,
    setFocus,
    clearErrors,
    watch,
    formState: { errors },
  } = form;
  const attempt = useRef({ body: '', key: '' });

  // At once, because a hidden field takes no focus.
  const showStepOf = (fields: readonly string[]) =>
    flushSync(() => setStep((now) => (fields.length > 0 ? stepOf(fields) : now)));

  const signUp = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const body = toPayload(values);
      // Pressing again after a lost response must not create a second account.
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() };
      await api.POST('/api/sms-signup', { body, headers: { 'idempotency-key': attempt.current.key } });
    },
    onSuccess: async () => {
      clearDraft(DRAFT);
      startCodeWait(VERIFICATION);
      await refreshUser();
      // The first response was lost, and repeating the request opens no session.
      if (client.getQueryData(userKey) === null) {
        toast({ title: m.session_exists_title(), description: m.session_exists_text() });
        void navigate(paths.signIn);
        return;
      }
      toast({ title: m.session_welcome_title({ product: PRODUCT_NAME }), description: m.session_welcome_text() });
      void navigate(paths.landing);
    },
    onError: (error) => {
      showFieldProblems(form, error, { codes: { [USERNAME_TAKEN]: 'username' }, reveal: showStepOf });
      toast({
        title: m.session_sign_up_failed_title(),
        description: m.session_sign_up_failed_text(),
        variant: 'destructive',
      });
    },
  });

  const submit = form.handleSubmit(
    (values) => signUp.mutate(values),
    (faults) => {
      showStepOf(Object.keys(faults));
      refuse(Object.keys(emptySignUp));
    },
  );
  const refuse = (fields: readonly string[]) => {
    const message = catalogueMessage(getValues(), fields);
    if (message) toast({ ...message, variant: 'destructive' });
  };
  const isLastStep = step === STEPS.length - 1;
  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    if (!inSteps || isLastStep) return submit();
    const { fields } = STEPS[step]!;
    if (await form.trigger(fields, { shouldFocus: true })) setStep(step + 1);
    else refuse(fields);
  };
  const isHidden = (of: number) => inSteps && of !== step;
  const chooseUsername = (username: string) => {
    setValue('username', username);
    clearErrors('username');
    setFocus('username');
  };
  const field = (
    name: 'firstName' | 'lastName' | 'email' | 'phone' | 'city' | 'country' | 'username' | 'dateOfBirth' | 'bio',
  ) => ({ ...register(name), error: errors[name]?.message });

  return (
    <form onSubmit={(event) => void goOn(event)} noValidate className="flex flex-col gap-6">
      {inSteps && <StepProgress step={step} />}
      <Part title={m.session_step_name()} hidden={isHidden(0)}>
        <AvatarField
          name={watch('username')}
          present={getValues('avatarPreview')}
          error={errors.avatarUrl?.message}
          onUploaded={(uploadURL, imageUrl) => {
            clearErrors('avatarUrl');
            setValue('avatarUrl', uploadURL);
            setValue('avatarPreview', imageUrl);
          }}
        />
        <TextField
          label={m.session_username()}
          required
          autoComplete="username"
          maxLength={LIMITS.username.most}
          hint={m.session_username_hint()}
          {...field('username')}
        />
        {errors.username?.type === USERNAME_TAKEN && (
          <TakenUsername like={getValues('username')} onChoose={chooseUsername} />
        )}
        <Pair>
          <TextField label={m.session_first_name()} required autoComplete="given-name" {...field('firstName')} />
          <TextField label={m.session_last_name()} required autoComplete="family-name" {...field('lastName')} />
        </Pair>
        <TextField
          label={m.session_birth()}
          type="date"
          required
          autoComplete="bday"
          hint={m.session_birth_hint({ age: MINIMUM_AGE })}
          {...field('dateOfBirth')}
        />
        <TextAreaField
          label={m.session_bio()}
          maxLength={LIMITS.text}
          placeholder={m.session_bio_placeholder()}
          {...field('bio')}
        />
      </Part>

      <Part title={m.session_step_contact()} hidden={isHidden(1)}>
        <Pair>
          <TextField
            label={m.session_phone()}
            type="tel"
            required
            autoComplete="tel"
            placeholder={EXAMPLE_PHONE}
            hint={m.session_phone_hint()}
            {...field('phone')}
          />
          <TextField label={m.session_email()} type="email" required autoComplete="email" {...field('email')} />
        </Pair>
        <Pair>
          <TextField label={m.session_city()} autoComplete="address-level2" {...field('city')} />
          <TextField label={m.session_country()} autoComplete="country-name" {...field('country')} />
        </Pair>
      </Part>

      <Part title={m.session_pins()} text={m.session_pins_text()} hidden={isHidden(2)}>
        <Controller
          control={control}
          name="pinPreferences"
          render={({ field: { value, onChange } }) => <PinChooser value={value} onChange={onChange} />}
        />
      </Part>

      <Part title={m.session_you()} hidden={isHidden(2)}>
        <Pair>
          <Controller
            control={control}
            name="experience"
            render={({ field: { value, onChange, ref } }) => (
              <SelectField
                ref={ref}
                label={m.session_experience()}
                placeholder={m.session_choose_one()}
                options={EXPERIENCE.map((each) => ({
                  value: each,
                  label: m.session_experience_of({ experience: each }),
                }))}
                value={value}
                onValueChange={onChange}
              />
            )}
          />
          <Controller
            control={control}
            name="referralSource"
            render={({ field: { value, onChange, ref } }) => (
              <SelectField
                ref={ref}
                label={m.session_referral()}
                placeholder={m.session_choose_one()}
                options={REFERRAL_SOURCES.map((source) => ({
                  value: source,
                  label: m.session_referral_of({ source }),
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
      </Part>

      <div className="flex flex-col items-stretch gap-4 pb-10 sm:flex-row sm:items-center">
        {inSteps && !isLastStep ? (
          <Button type="submit" variant="primary" size="lg">
            {m.session_continue()}
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="lg" pending={signUp.isPending}>
            {signUp.isPending ? m.session_creating_account() : m.session_create_account()}
          </Button>
        )}
        {inSteps && step > 0 && (
          <Button variant="quiet" size="lg" onClick={() => setStep(step - 1)}>
            {m.session_back()}
          </Button>
        )}
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
      </div>
    </form>
  );
}
