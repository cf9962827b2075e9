import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { HttpError, problemDetail } from '../../lib/http';
import { usePageConfig } from '../../lib/page-config';
import { Button } from '../../ui/button';
import { Field, controlLooks } from '../../ui/field';

const CODE_LENGTH = 6;
/** Seconds before another code may be asked for. */
const RESEND_AFTER_S = 30;

interface CodeFormProps {
  hint: string;
  submitLabel: string;
  /** Throws the server's refusal. */
  onSubmit: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
}

/** The field for a six-digit code: phones fill it in from the SMS, and the sixth digit sends it. */
export function CodeForm({ hint, submitLabel, onSubmit, onResend }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const { secondsLeft, restart } = useCountdown(RESEND_AFTER_S);
  const input = useRef<HTMLInputElement>(null);
  const { data: config } = usePageConfig();

  const send = async (digits: string) => {
    if (digits.length !== CODE_LENGTH) {
      setProblem('Enter the six digits of the code.');
      input.current?.focus();
      return;
    }
    setSending(true);
    setProblem(undefined);
    try {
      await onSubmit(digits);
    } catch (error) {
      setProblem(problemDetail(error, 'The code could not be checked. Please try again.'));
      setCode('');
      input.current?.focus();
    } finally {
      setSending(false);
    }
  };
  const enter = useEffectEvent((digits: string) => {
    setCode(digits);
    void send(digits);
  });
  useEffect(() => {
    const stop = new AbortController();
    void codeFromSms(stop.signal).then((digits) => digits && enter(digits));
    return () => stop.abort();
  }, []);
  const resend = async () => {
    setProblem(undefined);
    try {
      await onResend();
      setNotice('A new code is on its way.');
      restart(RESEND_AFTER_S);
    } catch (error) {
      setProblem(problemDetail(error, 'The code could not be sent. Please try again.'));
      restart((error instanceof HttpError && error.retryAfter) || RESEND_AFTER_S);
    }
  };

  return (
    <form
      noValidate className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => { event.preventDefault(); void send(code); }}
    >
      <Field label="Code" hint={hint} error={problem} required>
        {(control) => (
          <input
            {...control} ref={input} value={code} type="text" inputMode="numeric" autoComplete="one-time-code" pattern="[0-9]*" maxLength={CODE_LENGTH + 2}
            className={`${controlLooks} min-h-14 text-center text-2xl font-bold tracking-[0.45em]`}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
              setCode(digits);
              if (digits.length === CODE_LENGTH && digits !== code && !isSending) void send(digits);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={isSending}>{submitLabel}</Button>
        <Button variant="quiet" disabled={secondsLeft > 0} onClick={() => void resend()}>
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
      </div>
      {config?.mode === 'local' && (
        <p className="text-sm text-muted">
          On this machine messages go to <a href="/dev/inbox" target="_blank" rel="noreferrer" className="font-semibold text-place-ink underline underline-offset-4">the local inbox</a>.
        </p>
      )}
      <p role="status" className="min-h-5 text-sm text-muted empty:hidden">{notice}</p>
    </form>
  );
}

/** The code of an arriving SMS, once the player allows it, in browsers with WebOTP; the others offer it above the keyboard. */
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
