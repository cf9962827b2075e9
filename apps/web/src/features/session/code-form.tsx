import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { problemOf } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { usePageConfig } from '../../api/page-config';
import { Button } from '../../ui/button';
import { Field, controlStyle } from '../../ui/field';
import { codeWait, startCodeWait } from './code-wait';
import { linkStyle } from '../../ui/link-to';

const CODE_LENGTH = 6;

const codeRules = z.object({ code: z.string().length(CODE_LENGTH, { error: () => m.session_code_incomplete() }) });

interface CodeFormProps {
  /** What the code is for: see startCodeWait, which who sends a code calls. */
  purpose: string;
  hint: string;
  submitLabel: string;
  /** Throws the server's refusal. */
  onSubmit: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
}

/** The field for a six-digit code: phones fill it in from the SMS, and the sixth digit sends it. */
export function CodeForm({ purpose, hint, submitLabel, onSubmit, onResend }: CodeFormProps) {
  const {
    control,
    handleSubmit,
    setValue,
    setError,
    clearErrors,
    formState: { errors, isSubmitting },
  } = useForm({ resolver: zodResolver(codeRules), defaultValues: { code: '' }, reValidateMode: 'onSubmit' });
  const [notice, setNotice] = useState<string>();
  const { secondsLeft, restart } = useCountdown(codeWait(purpose));
  const { data: config } = usePageConfig();

  const send = handleSubmit(async ({ code }) => {
    try {
      await onSubmit(code);
    } catch (error) {
      setValue('code', '');
      setError('code', { message: problemDetail(error, m.session_code_not_checked()) }, { shouldFocus: true });
    }
  });
  const enter = useEffectEvent((digits: string) => {
    setValue('code', digits);
    void send();
  });
  useEffect(() => {
    const stop = new AbortController();
    void codeFromSms(stop.signal).then((digits) => digits && enter(digits));
    return () => stop.abort();
  }, []);
  const resend = async () => {
    clearErrors('code');
    try {
      await onResend();
      setNotice(m.session_code_resent());
    } catch (error) {
      setError('code', { message: problemDetail(error, m.session_code_not_sent()) });
      startCodeWait(purpose, problemOf(error)?.retryAfter);
    }
    restart(codeWait(purpose));
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void send(event)}>
      <Controller
        control={control}
        name="code"
        render={({ field: { value, onChange, ...field } }) => (
          <Field label={m.session_code()} hint={hint} error={errors.code?.message} required>
            {(aria) => (
              <input
                {...field}
                {...aria}
                value={value}
                type="text"
                inputMode="numeric"
                autoComplete="one-time-code"
                pattern="[0-9]*"
                maxLength={CODE_LENGTH + 2}
                className={`${controlStyle} min-h-14 text-center text-2xl font-bold tracking-[0.45em]`}
                onChange={(event) => {
                  const digits = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
                  onChange(digits);
                  if (digits.length === CODE_LENGTH && digits !== value && !isSubmitting) void send();
                }}
              />
            )}
          </Field>
        )}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {submitLabel}
        </Button>
        <Button variant="quiet" disabled={secondsLeft > 0} onClick={() => void resend()}>
          {secondsLeft > 0 ? m.session_send_again_in({ seconds: secondsLeft }) : m.session_send_again()}
        </Button>
      </div>
      {config?.mode === 'local' && (
        <p className="text-sm text-muted">
          <ParaglideMessage
            message={m.session_local_inbox}
            inputs={{}}
            markup={{
              link: ({ children }) => (
                <a href="/dev/inbox" target="_blank" rel="noreferrer" className={linkStyle}>
                  {children}
                </a>
              ),
            }}
          />
        </p>
      )}
      <p role="status" className="min-h-5 text-sm text-muted empty:hidden">
        {notice}
      </p>
    </form>
  );
}

/**
 * The code of an arriving SMS, once the player allows it, in browsers with WebOTP; the others offer it above the
 * keyboard.
 */
async function codeFromSms(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  try {
    const options = { otp: { transport: ['sms'] }, signal };
    const credential = (await navigator.credentials.get(options)) as { code?: string } | null;
    return credential?.code;
  } catch {
    // Refused, or the form is closed.
    return undefined;
  }
}

function useCountdown(from: number) {
  const [secondsLeft, setSecondsLeft] = useState(from);
  useEffect(() => {
    if (secondsLeft <= 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return { secondsLeft, restart: setSecondsLeft };
}
