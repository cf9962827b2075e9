import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../lib/paths';
import { api } from '../../api/http';
import { sessionChanged } from '../../api/shared-facts';
import { Card } from '../../ui/card';
import { toast } from '../../ui/toast';
import { CodeForm } from './code-form';
import { startCodeWait, VERIFICATION } from './code-wait';
import { linkTo } from '../../ui/link-to';
import { useUser } from './use-user';

/** The code field for pending players; renders nothing for anyone else. */
export function VerifyContactCard({ className }: { className?: string }) {
  const { user, isUnverified } = useUser();
  if (!user || !isUnverified) return null;
  return (
    <section aria-label={m.session_confirm_contact()} className={className}>
      <Card tone="action" className="flex flex-col gap-3 p-5">
        <h2 className="marker text-xl">{m.session_one_code_to_go()}</h2>
        <VerifyContactForm contactHint={user.contactHint} />
        <NextSteps profileComplete={user.profileComplete} />
      </Card>
    </section>
  );
}

export function VerifyContactForm({
  contactHint,
  onVerified,
}: {
  contactHint?: string | null;
  onVerified?: () => void;
}) {
  const client = useQueryClient();
  if (!contactHint)
    return (
      <p>
        <ParaglideMessage message={m.session_no_contact} inputs={{}} markup={{ link: linkTo(paths.profile) }} />
      </p>
    );
  const verify = async (code: string) => {
    await api.POST('/api/verify-contact', { body: { code } });
    toast({ title: m.session_contact_confirmed_title(), description: m.session_contact_confirmed_text() });
    onVerified?.();
    await sessionChanged(client);
  };
  return (
    <CodeForm
      purpose={VERIFICATION}
      hint={m.session_code_sent_to({ contact: contactHint })}
      submitLabel={m.session_confirm()}
      onSubmit={verify}
      onResend={async () => {
        await api.POST('/api/verify-contact/resend');
        startCodeWait(VERIFICATION);
      }}
    />
  );
}

function NextSteps({ profileComplete }: { profileComplete: boolean }) {
  const markup = { profile: linkTo(paths.avatarCreation), tutorial: linkTo(paths.tutorial) };
  return (
    <p className="text-sm text-muted">
      {profileComplete ? (
        <ParaglideMessage message={m.session_next_change} inputs={{}} markup={markup} />
      ) : (
        <ParaglideMessage message={m.session_next_finish} inputs={{}} markup={markup} />
      )}
    </p>
  );
}
