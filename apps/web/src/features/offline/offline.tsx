import { m } from '#messages';
import { useEffect, useState } from 'react';
import { browser } from '../../lib/browser';
import { holdsDraft } from '../../lib/draft';
import { clearFormerAccount, keepPersonalDataOf, useUser } from '../session';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { WaitingWorks } from '../queue';
import { startServiceWorker } from './service-worker';
import type { Update } from './update';

/** Milliseconds between two checks for unfinished input. */
const DRAFT_CHECK_INTERVAL_MS = 1_000;

/**
 * The page without signal: starts the service worker, keeps the data of one account only, says that there is no signal,
 * and offers updates.
 */
export function Offline() {
  const { user } = useUser();
  const owner = user === null ? null : user?.id;
  useEffect(() => {
    if (owner) void keepPersonalDataOf(owner);
    if (owner === null) void clearFormerAccount();
  }, [owner]);

  const isOnline = useOnline();
  const [update, setUpdate] = useState<Update>();
  useEffect(() => startServiceWorker(setUpdate), []);

  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-3 z-30 flex flex-col items-center gap-2 sm:end-auto sm:items-start">
      <WaitingWorks />
      {update && <UpdateOffer update={update} onLater={() => setUpdate(undefined)} />}
      <p
        role="status"
        className={
          isOnline
            ? 'sr-only'
            : 'plate flex items-center gap-2 px-3.5 py-2 text-sm font-semibold [--cut-line:var(--place-ink)]'
        }
      >
        {!isOnline && (
          <>
            <Icon name="warning" size={16} className="text-place-ink" />
            {m.offline_no_signal()}
          </>
        )}
      </p>
    </div>
  );
}

/** Shown while nothing is being typed: an update loads the page again. */
function UpdateOffer({ update, onLater }: { update: Update; onLater: () => void }) {
  const [isFree, setFree] = useState(() => !holdsDraft());
  useEffect(() => {
    const timer = setInterval(() => setFree(!holdsDraft()), DRAFT_CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const take = async () => {
    if (holdsDraft()) return setFree(false);
    await update.take();
    browser.reload();
  };
  if (!isFree) return null;
  return (
    <div
      role="status"
      className="plate pointer-events-auto flex w-full flex-wrap items-center gap-3 py-3 ps-5 pe-3 drop-shadow-[0_12px_28px_rgb(0_0_0/0.45)] [--cut-line:var(--action-ink)] sm:w-auto sm:max-w-md"
    >
      <p className="min-w-0 flex-1">
        <b className="block font-semibold">{m.offline_update_title()}</b>
        <span className="text-sm text-muted">{m.offline_update_text()}</span>
      </p>
      <Button size="sm" variant="quiet" onClick={onLater}>
        {m.offline_update_later()}
      </Button>
      <Button size="sm" variant="primary" onClick={() => void take()}>
        {m.offline_update_take()}
      </Button>
    </div>
  );
}
