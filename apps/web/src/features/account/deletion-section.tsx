import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { bodyOf, api } from '../../lib/http';
import { forgetPlayer } from '../../lib/shared-facts';
import { PRODUCT_NAME } from '../../product';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { CodeForm, useUser } from '../auth';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function DeletionSection() {
  return (
    <AccountSection icon="trash" title="Delete account" summary="Permanently, with everything in it.">
      {() => <Deletion />}
    </AccountSection>
  );
}

/** What goes and what stays, then the username, then the code. */
function Deletion() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="flex max-w-[64ch] flex-col gap-4">
      <p>
        Deleting your account cannot be undone. <strong>Will be deleted:</strong> your profile, phone, e-mail, passkeys and wallet; your discoveries, likes and
        gallery, with every picture; your Spray Coins, level and achievements. You are signed out everywhere.
      </p>
      <p>
        <strong>Will be kept:</strong> the records of your Spray Coins, under a number that no longer identifies you. Your username, phone and e-mail are free again at once.
      </p>
      <p className="text-muted">To keep a copy, download your data first.</p>
      {sentTo === undefined ? <AskForCode onSent={setSentTo} /> : <EnterCode sentTo={sentTo} onCancel={() => setSentTo(undefined)} />}
    </div>
  );
}

function AskForCode({ onSent }: { onSent: (sentTo: string) => void }) {
  const { user } = useUser();
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const username = user?.username;
  const ask = useChange({ change: async () => onSent(await requestCode()), otherwise: 'The code could not be sent. Please try again.' });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!username || typed.trim() === username) return ask.mutate();
    setMistake('That is not your username.');
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      {username && (
        <TextField
          ref={field} label="Type your username to continue" required hint={`Your username is ${username}.`} error={mistake} value={typed} className="w-full"
          autoComplete="off" autoCapitalize="none" spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setMistake(undefined);
          }}
        />
      )}
      <Button type="submit" variant="danger" pending={ask.isPending}>Send me the code</Button>
      {ask.problem && <p role="alert" className="text-sm font-medium text-danger-ink">{ask.problem}</p>}
    </form>
  );
}

function EnterCode({ sentTo, onCancel }: { sentTo: string; onCancel: () => void }) {
  const navigate = useNavigate();
  const forgetLater = useForgetOnceLeft();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);

  const deleteAccount = async (code: string) => {
    await api.POST('/api/profile/deletion', { body: { code } });
    forgetLater();
    toast({ title: 'Account Deleted', description: `Everything we held about you is gone. Thank you for hunting with ${PRODUCT_NAME}.` });
    await navigate(paths.landing, { replace: true });
  };
  return (
    <div ref={place} className="flex flex-col items-start gap-3">
      <CodeForm
        hint={`We sent a six-digit code to ${sentTo}. Entering it deletes your account for good.`} submitLabel="Delete my account"
        onSubmit={deleteAccount} onResend={async () => { await requestCode(); }}
      />
      <Button variant="quiet" size="sm" onClick={onCancel}>Keep my account</Button>
    </div>
  );
}

const requestCode = async () => (await bodyOf(api.POST('/api/profile/deletion/code'))).sentTo;

/** Clears the cache, but only after the profile has been left: a profile without its player would redirect to the sign-in. */
function useForgetOnceLeft(): () => void {
  const client = useQueryClient();
  const isOver = useRef(false);
  useEffect(() => () => {
    if (isOver.current) setTimeout(() => void forgetPlayer(client));
  }, [client]);
  return () => { isOver.current = true; };
}
