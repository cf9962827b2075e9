import { m } from '#messages';
import { useState } from 'react';
import { useUser, clearPersonalData } from '../session';
import { documentDrafts, draftOwners } from '../document';
import { browser } from '../../lib/browser';
import { gatewayRoutes } from '../../lib/paths';
import { Button, type ButtonProps } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { queueStore } from './queue-store';
import { removeWorksOf } from './remove-works';

/**
 * Signs out; asks first where works would stay behind. `children` may be a link to the gateway, which works by itself
 * too.
 */
export function SignOutButton({
  children,
  ...looks
}: Pick<ButtonProps, 'asChild' | 'size' | 'variant' | 'className' | 'children'>) {
  const { user } = useUser();
  const [unsent, setUnsent] = useState(0);
  const [asks, setAsks] = useState(false);

  const signOut = async () => {
    await clearPersonalData();
    browser.goTo(gatewayRoutes.logout);
  };
  // The store is read on the press: a press may come before any list was read.
  const confirmOrSignOut = async () => {
    const count = user ? (await queueStore.of(user.id)).length + (await documentDrafts.count(draftOwners(user.id))) : 0;
    if (count === 0) return signOut();
    setUnsent(count);
    setAsks(true);
  };
  const deleteAndSignOut = async () => {
    if (user) await removeWorksOf(user.id);
    await signOut();
  };

  return (
    <>
      <Button
        {...looks}
        onClick={(event) => {
          event.preventDefault();
          void confirmOrSignOut();
        }}
      >
        {children}
      </Button>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        size="sm"
        title={m.queue_unsent_title()}
        description={m.queue_unsent_text({ count: unsent })}
        footer={
          <>
            <Button variant="quiet" onClick={() => void deleteAndSignOut()}>
              {m.queue_delete_and_sign_out()}
            </Button>
            <Button onClick={() => void signOut()}>{m.queue_keep_and_sign_out()}</Button>
            <Button variant="primary" onClick={() => setAsks(false)}>
              {m.queue_stay()}
            </Button>
          </>
        }
      />
    </>
  );
}
