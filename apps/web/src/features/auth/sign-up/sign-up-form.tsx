import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { gatewayRoutes, paths } from '../../../lib/paths';
import { api, HttpError, newIdempotencyKey } from '../../../lib/http';
import { PRODUCT_NAME } from '../../../product';
import { Button } from '../../../ui/button';
import { TextAreaField, TextField } from '../../../ui/field';
import { SelectField } from '../../../ui/select';
import { Card } from '../../../ui/card';
import { toast } from '../../../ui/toast';
import { PinChooser } from '../../pins';
import { userKey } from '../../../lib/shared-facts';
import { useRefreshUser } from '../use-user';
import { AvatarField } from './avatar-field';
import { forgetDraft, readDraft, useKeepDraft } from './sign-up-draft';
import { catalogueMessage, emptySignUp, EXPERIENCE, REFERRAL_SOURCES, signUpRules, toPayload, type SignUpValues } from './sign-up-rules';
import { InterestsField } from './interests-field';
import { StepProgress, stepOf, STEPS, useInSteps } from './steps';
import { TakenUsername, USERNAME_TAKEN } from './taken-username';

const experienceOptions = EXPERIENCE.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }));

/** The phone-based sign-up: makes a pending account with a session and leads to the landing page. */
export function SignUpForm() {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const client = useQueryClient();
  const form = useForm<SignUpValues>({ resolver: zodResolver(signUpRules), defaultValues: readDraft(), mode: 'onTouched' });
  useKeepDraft(form);
  const inSteps = useInSteps();
  const [step, setStep] = useState(0);
  const { register, control, getValues, setValue, setError, setFocus, clearErrors, watch, formState: { errors } } = form;
  const attempt = useRef({ body: '', key: '' });

  // At once, because a hidden field takes no focus.
  const showStepOf = (fields: readonly string[]) => flushSync(() => setStep((now) => (fields.length > 0 ? stepOf(fields) : now)));

  const signUp = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const body = toPayload(values);
      // Pressing again after a lost response must not create a second account.
      const text = JSON.stringify(body);
      if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() };
      await api.POST('/api/sms-signup', { body, headers: { 'idempotency-key': attempt.current.key } });
    },
    onSuccess: async () => {
      forgetDraft();
      await refreshUser();
      // The first response was lost, and repeating the request opens no session.
      if (client.getQueryData(userKey) === null) {
        toast({ title: 'Your account already exists', description: 'Sign in with a code to continue.' });
        void navigate(paths.signIn);
        return;
      }
      toast({ title: `Welcome to ${PRODUCT_NAME}!`, description: "Your profile has been created. You'll receive an SMS with next steps." });
      void navigate(paths.landing);
    },
    onError: (error) => {
      const faults = faultsOf(error);
      showStepOf(faults.map(({ name }) => name));
      faults.forEach(({ name, type, message }, index) => setError(name, { type, message }, { shouldFocus: index === 0 }));
      toast({ title: 'Signup Failed', description: 'Please try again or contact support.', variant: 'destructive' });
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
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phone' | 'city' | 'country' | 'username' | 'dateOfBirth' | 'bio') => ({ ...register(name), error: errors[name]?.message });

  return (
    <form onSubmit={(event) => void goOn(event)} noValidate className="flex flex-col gap-6">
      {inSteps && <StepProgress step={step} />}
      <Part title="Your name on the wall" hidden={isHidden(0)}>
        <AvatarField name={watch('username')} onUploaded={(uploadURL) => setValue('avatarUrl', uploadURL)} />
        <TextField label="Username" required autoComplete="username" maxLength={30} hint="What other players see." {...field('username')} />
        {errors.username?.type === USERNAME_TAKEN && <TakenUsername like={getValues('username')} onChoose={chooseUsername} />}
        <Pair>
          <TextField label="First name" required autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" required autoComplete="family-name" {...field('lastName')} />
        </Pair>
        <TextField label="Date of birth" type="date" required autoComplete="bday" hint="You must be 18 or older." {...field('dateOfBirth')} />
        <TextAreaField label="Bio" maxLength={2000} placeholder="Tell us about yourself" {...field('bio')} />
      </Part>

      <Part title="How we reach you" hidden={isHidden(1)}>
        <Pair>
          <TextField label="Phone" type="tel" required autoComplete="tel" placeholder="+61 412 345 678" hint="We will text you a code to confirm it." {...field('phone')} />
          <TextField label="E-mail" type="email" required autoComplete="email" {...field('email')} />
        </Pair>
        <Pair>
          <TextField label="City" autoComplete="address-level2" {...field('city')} />
          <TextField label="Country" autoComplete="country-name" {...field('country')} />
        </Pair>
      </Part>

      <Part title="Your pins" text="One emoji for each kind of find." hidden={isHidden(2)}>
        <Controller control={control} name="pinPreferences" render={({ field: { value, onChange } }) => <PinChooser value={value} onChange={onChange} />} />
      </Part>

      <Part title="You and street art" hidden={isHidden(2)}>
        <Pair>
          <Controller
            control={control} name="experience"
            render={({ field: { value, onChange } }) => <SelectField label="Experience" placeholder="Choose one" options={experienceOptions} value={value} onValueChange={onChange} />}
          />
          <Controller
            control={control} name="referralSource"
            render={({ field: { value, onChange } }) => <SelectField label="How did you hear about us?" placeholder="Choose one" options={REFERRAL_SOURCES} value={value} onValueChange={onChange} />}
          />
        </Pair>
        <InterestsField control={control} />
      </Part>

      <div className="flex flex-col items-stretch gap-4 pb-10 sm:flex-row sm:items-center">
        {inSteps && !isLastStep
          ? <Button type="submit" variant="primary" size="lg">Continue</Button>
          : <Button type="submit" variant="primary" size="lg" pending={signUp.isPending}>{signUp.isPending ? 'Creating account...' : 'Create account'}</Button>}
        {inSteps && step > 0 && <Button variant="quiet" size="lg" onClick={() => setStep(step - 1)}>Back</Button>}
        <p className="text-muted">
          Already a player? <a href={gatewayRoutes.login} className="font-semibold text-place-ink underline underline-offset-4">Sign in</a>
          {' · '}<Link to={paths.home} className="font-semibold text-place-ink underline underline-offset-4">Look around first</Link>
        </p>
      </div>
    </form>
  );
}

function Part({ title, text, hidden, children }: { title: string; text?: string; hidden: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} hidden={hidden}>
      <Card className="flex flex-col gap-5 p-5 sm:p-7">
        <header>
          <h2 className="marker text-xl">{title}</h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </header>
        {children}
      </Card>
    </section>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
}

/** The server's messages by field; a taken username comes without a field list. */
function faultsOf(error: Error): { name: keyof SignUpValues; type: string; message: string }[] {
  if (!(error instanceof HttpError)) return [];
  const { code, detail, errors } = error.problem;
  const problems = errors ?? (code === USERNAME_TAKEN && detail ? [{ field: 'username', code, detail }] : []);
  return problems
    .map(({ field, code: type, detail: message }) => ({ name: field.replace(/^input\./, '') as keyof SignUpValues, type, message }))
    .filter(({ name }) => name in emptySignUp);
}
