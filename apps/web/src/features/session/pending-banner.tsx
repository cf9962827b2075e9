import { m } from '#messages';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { lazyPart } from '../../ui/lazy-part';
import { useUser } from './use-user';

// With its rules it is heavier than the screens that the banner is on.
const VerifyContactForm = lazyPart(() => import('./verify-contact-card').then((module) => module.VerifyContactForm));

/** A banner for pending players at the top of a screen; it opens the code field without leaving the screen. */
export function PendingBanner({ className }: { className?: string }) {
  const { user, isUnverified } = useUser();
  const [isOpen, setOpen] = useState(false);
  if (!user || !isUnverified) return null;
  return (
    <div className={className}>
      <div className="plate flex items-center gap-3 px-4 py-2 text-sm [--cut-line:var(--action-ink)]">
        <Icon name="info" className="shrink-0 text-action-ink" />
        <p className="min-w-0 flex-1">{m.session_pending_text()}</p>
        <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
          {m.session_enter_code()}
        </Button>
      </div>
      <Dialog open={isOpen} onOpenChange={setOpen} title={m.session_one_code_to_go()} size="sm">
        <Suspense fallback={null}>
          <VerifyContactForm contactHint={user.contactHint} onVerified={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </div>
  );
}
