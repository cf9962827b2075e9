import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { browser } from '../../lib/browser';
import { LIMITS } from '../../api/limits';
import { requiredText } from '../../lib/form';
import { api, problemCode } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { paths } from '../../lib/paths';
import { clearPlayer } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { CodeForm } from './code-form';
import { startCodeWait } from './code-wait';
import { linkTo } from '../../ui/link-to';
import { PasskeySignIn } from './passkey-sign-in';
import { ownPath } from './return-to';
import { problemIn, SignInFailed } from './sign-in-failed';

/**
 * Sign-in by one-time code, first the phone or e-mail, then the code, or by passkey; then back to where the player was.
 */
export function SignInForm() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const [contact, setContact] = useState<string>();

  const [problem, setProblem] = useState(problemIn(search));

  const interaction = search.get('interaction') ?? undefined;
  const goOn = async (continueTo: string | undefined) => {
    if (continueTo) return browser.redirect(continueTo);
    await clearPlayer(client);
    void navigate(ownPath(search.get('returnTo')), { replace: true });
  };

  const onExpired = () => setProblem('expired');

  if (problem) return <SignInFailed problem={problem} />;
  if (contact === undefined)
    return (
      <ContactStep onSent={setContact}>
        <PasskeySignIn interaction={interaction} onSignedIn={goOn} onExpired={onExpired} />
      </ContactStep>
    );
  return (
    <div className="flex flex-col gap-5">
      <CodeForm
        purpose={contact}
        hint={m.session_if_account({ contact })}
        submitLabel={m.session_sign_in()}
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
      <Button variant="quiet" className="self-start" onClick={() => setContact(undefined)}>
        {m.session_another_contact()}
      </Button>
    </div>
  );
}

async function requestCode(contact: string): Promise<void> {
  await api.POST('/api/login/code', { body: { contact } });
  startCodeWait(contact);
}

const contactRules = z.object({ contact: requiredText(m.session_contact_missing, LIMITS.contact) });

/** @param children other ways to sign in */
function ContactStep({ onSent, children }: { onSent: (contact: string) => void; children: ReactNode }) {
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ resolver: zodResolver(contactRules), defaultValues: { contact: '' } });
  const submit = handleSubmit(async ({ contact }) => {
    try {
      await requestCode(contact);
      onSent(contact);
    } catch (error) {
      setError('contact', { message: problemDetail(error, m.session_code_not_sent()) }, { shouldFocus: true });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={m.session_contact_label()}
        required
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        hint={m.session_contact_hint()}
        {...register('contact')}
        error={errors.contact?.message}
      />
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting}>
        {m.session_send_code()}
      </Button>
      {children}
      <p className="text-muted">
        <ParaglideMessage message={m.session_new_here} inputs={{}} markup={{ link: linkTo(paths.signUp) }} />
      </p>
    </form>
  );
}
