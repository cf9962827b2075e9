import { m } from '#messages';
import { useQueryClient } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { bodyOf, api } from '../../api/http';
import { clearPersonalData, CodeForm, startCodeWait, useUser } from '../session';
import { clearPlayer } from '../../api/shared-facts';
import { PRODUCT_NAME, TOKENS_NAME } from '../../product';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { toast } from '../../ui/toast';
import { removeWorksOf } from '../queue';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function DeletionSection() {
  return (
    <AccountSection icon="trash" title={m.account_deletion_title()} summary={m.account_deletion_summary()}>
      {() => <Deletion />}
    </AccountSection>
  );
}

const strong = ({ children }: { children?: ReactNode }) => <strong>{children}</strong>;

/** Deletion in steps: what is deleted and what stays, then the username, then the code. */
function Deletion() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="flex max-w-[64ch] flex-col gap-4">
      <p>
        <ParaglideMessage message={m.account_deletion_goes} inputs={{ tokens: TOKENS_NAME }} markup={{ strong }} />
      </p>
      <p>
        <ParaglideMessage message={m.account_deletion_stays} inputs={{ tokens: TOKENS_NAME }} markup={{ strong }} />
      </p>
      <p className="text-muted">{m.account_deletion_export_first()}</p>
      {sentTo === undefined ? (
        <AskForCode onSent={setSentTo} />
      ) : (
        <EnterCode sentTo={sentTo} onCancel={() => setSentTo(undefined)} />
      )}
    </div>
  );
}

function AskForCode({ onSent }: { onSent: (sentTo: string) => void }) {
  const { user } = useUser();
  const username = user?.username;
  const rules = useMemo(
    () =>
      z.object({
        username: z
          .string()
          .trim()
          .refine((typed) => !username || typed === username, { error: () => m.account_deletion_username_wrong() }),
      }),
    [username],
  );
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(rules), defaultValues: { username: '' } });
  const sendCode = useChange({ change: async () => onSent(await requestCode()), otherwise: m.account_code_not_sent() });
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(() => sendCode.mutate())(event)}
      className="flex flex-col items-start gap-3"
    >
      {username && (
        <TextField
          label={m.account_deletion_username()}
          required
          hint={m.account_deletion_username_hint({ username })}
          error={errors.username?.message}
          className="w-full"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
      )}
      <Button type="submit" variant="danger" pending={sendCode.isPending}>
        {m.account_deletion_send_code()}
      </Button>
      {sendCode.problem && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {sendCode.problem}
        </p>
      )}
    </form>
  );
}

function EnterCode({ sentTo, onCancel }: { sentTo: string; onCancel: () => void }) {
  const navigate = useNavigate();
  const clearOnceLeft = useClearOnceLeft();
  const { user } = useUser();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);

  const deleteAccount = async (code: string) => {
    await api.POST('/api/profile/deletion', { body: { code } });
    await Promise.all([user && removeWorksOf(user.id), clearPersonalData()]);
    clearOnceLeft();
    toast({ title: m.account_deletion_done(), description: m.account_deletion_done_text({ product: PRODUCT_NAME }) });
    await navigate(paths.landing, { replace: true });
  };
  return (
    <div ref={container} className="flex flex-col items-start gap-3">
      <CodeForm
        purpose={DELETION}
        hint={m.account_deletion_code_hint({ contact: sentTo })}
        submitLabel={m.account_deletion_submit()}
        onSubmit={deleteAccount}
        onResend={async () => {
          await requestCode();
        }}
      />
      <Button variant="quiet" size="sm" onClick={onCancel}>
        {m.account_deletion_keep()}
      </Button>
    </div>
  );
}

/** Purpose of the code. */
const DELETION = 'deletion';

async function requestCode(): Promise<string> {
  const { sentTo } = await bodyOf(api.POST('/api/profile/deletion/code'));
  startCodeWait(DELETION);
  return sentTo;
}

/**
 * Clears the cache, but only after the profile has been left: a profile without its player would redirect to the
 * sign-in.
 */
function useClearOnceLeft(): () => void {
  const client = useQueryClient();
  const isOver = useRef(false);
  useEffect(
    () => () => {
      if (isOver.current) setTimeout(() => void clearPlayer(client));
    },
    [client],
  );
  return () => {
    isOver.current = true;
  };
}
