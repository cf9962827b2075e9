import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { browser } from '../../lib/browser';
import { api, problemCode, problemDetail } from '../../lib/http';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { CodeForm } from './code-form';
import { PasskeySignIn } from './passkey-sign-in';
import { ownPath } from './return-to';
import { problemIn, SignInOver } from './sign-in-over';

/** Sign-in by one-time code, first the phone or e-mail, then the code, or by passkey; then back to where the player was. */
export function SignInForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const [contact, setContact] = useState<string>();

  const [problem, setProblem] = useState(problemIn(search));

  const interaction = search.get('interaction') ?? undefined;
  const goOn = async (continueTo: string | undefined) => {
    if (continueTo) return browser.goTo(continueTo);
    await client.resetQueries();
    void navigate(ownPath(search.get('returnTo')), { replace: true });
  };

  const onExpired = () => setProblem('expired');

  if (problem) return <SignInOver problem={problem} />;
  if (contact === undefined) return <ContactStep onSent={setContact}><PasskeySignIn interaction={interaction} onSignedIn={goOn} onExpired={onExpired} /></ContactStep>;
  return (
    <div className="flex flex-col gap-5">
      <CodeForm
        hint={`If ${contact} has an account, a six-digit code is on its way.`} submitLabel="Sign in"
        onSubmit={async (code) => {
          try {
            const { data } = await api.POST('/api/login/verify', { body: { contact, code, interaction } });
            await goOn(data?.continueTo);
          } catch (error) {
            if (problemCode(error) !== 'SIGN_IN_EXPIRED') throw error;
            onExpired();
          }
        }}
        onResend={() => requestCode(contact)}
      />
      <Button variant="quiet" className="self-start" onClick={() => setContact(undefined)}>Use another phone or e-mail</Button>
    </div>
  );
}

async function requestCode(contact: string): Promise<void> {
  await api.POST('/api/login/code', { body: { contact } });
}

/** @param children other ways to sign in */
function ContactStep({ onSent, children }: { onSent: (contact: string) => void; children: ReactNode }) {
  const [contact, setContact] = useState('');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = contact.trim();
    if (!given) return setProblem('Enter your phone number or e-mail address.');
    setSending(true);
    setProblem(undefined);
    try {
      await requestCode(given);
      onSent(given);
    } catch (error) {
      setProblem(problemDetail(error, 'The code could not be sent. Please try again.'));
    } finally {
      setSending(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label="Phone or e-mail" required autoComplete="username webauthn" autoCapitalize="none" spellCheck={false} value={contact} error={problem}
        hint="We will send you a code. There are no passwords here."
        onChange={(event) => setContact(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" pending={isSending}>Send code</Button>
      {children}
      <p className="text-muted">New here? <Link to={paths.signUp} className="font-semibold text-place-ink underline underline-offset-4">Create your account</Link></p>
    </form>
  );
}
