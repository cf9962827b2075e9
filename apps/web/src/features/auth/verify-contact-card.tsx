import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { api } from '../../lib/http';
import { Card } from '../../ui/card';
import { toast } from '../../ui/toast';
import { CodeForm } from './code-form';
import { useUser } from './use-user';

/** The code field for pending players; renders nothing for anyone else. */
export function VerifyContactCard({ className }: { className?: string }) {
  const { user, isUnverified } = useUser();
  if (!user || !isUnverified) return null;
  return (
    <section aria-label="Confirm your contact" className={className}>
      <Card tone="action" className="flex flex-col gap-3 p-5">
        <h2 className="marker text-xl">One code to go</h2>
        <VerifyContactForm contactHint={user.contactHint} />
        <NextSteps profileComplete={user.profileComplete} />
      </Card>
    </section>
  );
}

export function VerifyContactForm({ contactHint, onVerified }: { contactHint?: string | null; onVerified?: () => void }) {
  const client = useQueryClient();
  if (!contactHint) return <p>Add your phone or e-mail in <Link className="font-semibold text-place-ink underline underline-offset-4" to={paths.profile}>your profile</Link>, and confirm it with the code that we send there.</p>;
  const verify = async (code: string) => {
    await api.POST('/api/verify-contact', { body: { code } });
    toast({ title: 'Contact confirmed', description: 'You can add discoveries now.' });
    onVerified?.();
    // Another session, and maybe another account: all cached data is stale.
    await client.invalidateQueries();
  };
  return (
    <CodeForm
      hint={`We sent a six-digit code to ${contactHint}.`} submitLabel="Confirm" onSubmit={verify}
      onResend={async () => { await api.POST('/api/verify-contact/resend'); }}
    />
  );
}

function NextSteps({ profileComplete }: { profileComplete: boolean }) {
  return (
    <p className="text-sm text-muted">
      Meanwhile: <Link className="font-semibold text-place-ink underline underline-offset-4" to={paths.avatarCreation}>{profileComplete ? 'change your avatar and pins' : 'finish your profile'}</Link>
      {' or '}<Link className="font-semibold text-place-ink underline underline-offset-4" to={paths.tutorial}>take the tutorial</Link>.
    </p>
  );
}
