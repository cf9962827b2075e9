import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../app/paths';
import { api, problemDetail } from '../../lib/http';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { CodeForm } from './code-form';
import { ownPath } from './return-to';

/** Sign-in by one-time code: first the phone or e-mail, then the code, then back to where the player was. */
export function SignInForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const [contact, setContact] = useState<string>();

  if (contact === undefined) return <ContactStep onSent={setContact} />;
  return (
    <div className="flex flex-col gap-5">
      <CodeForm
        hint={`If ${contact} has an account, six digits are on their way to it.`} submitLabel="Sign in"
        onSubmit={async (code) => {
          await api.POST('/api/login/verify', { body: { contact, code } });
          await client.resetQueries();
          void navigate(ownPath(search.get('returnTo')), { replace: true });
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

function ContactStep({ onSent }: { onSent: (contact: string) => void }) {
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
        label="Phone or e-mail" required autoComplete="username" autoCapitalize="none" spellCheck={false} value={contact} error={problem}
        hint="We send you a code. There are no passwords here."
        onChange={(event) => setContact(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" pending={isSending}>Send code</Button>
      <p className="text-dim">New here? <Link to={paths.signUp} className="font-semibold text-cyan-ink underline underline-offset-4">Create your account</Link></p>
    </form>
  );
}
