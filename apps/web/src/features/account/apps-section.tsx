import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { MyAppsDocument, RevokeAppDocument } from '../../api/graph/account/apps';
import type { MyAppsQuery } from '../../api/graph/graphql';
import { formatDate } from '../../lib/format';
import { problemCode } from '../../api/http';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { permissionTexts } from '../consent';
import { AccountSection } from './account-section';
import { problemIn } from './refusals';
import { useFocusAfterRemoval } from './use-focus-after-removal';

type AppAccess = MyAppsQuery['myApps'][number];

export function AppsSection() {
  return (
    <AccountSection icon="external" title={m.account_apps_title()} summary={m.account_apps_summary()}>
      {() => <Apps />}
    </AccountSection>
  );
}

/** Partners' apps that may act in the player's name; each can be removed. */
function Apps() {
  const { data, error, refetch } = useQuery(MyAppsDocument, { fetchPolicy: 'cache-and-network' });
  const apps = data?.myApps;
  const container = useFocusAfterRemoval(apps?.length ?? 0);
  const [asked, setAsked] = useState<AppAccess>();
  return (
    <div ref={container} tabIndex={-1} className="flex max-w-[64ch] flex-col items-stretch gap-5 outline-none">
      <LoadState
        loading={m.account_apps_loading()}
        failed={m.account_apps_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {apps?.length === 0 && <p className="text-muted">{m.account_apps_none()}</p>}
      {apps && apps.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {apps.map((app) => (
            <AppItem key={app.id} app={app} onRemove={() => setAsked(app)} />
          ))}
        </ul>
      )}
      {asked && <RemoveDialog app={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function AppItem({
  app: { name, website, owner, scopes, agreedAt, lastUsedAt },
  onRemove,
}: {
  app: AppAccess;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon name="external" size={22} className="shrink-0 text-action-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {owner && <p className="text-sm text-muted wrap-anywhere">{m.account_app_by({ owner })}</p>}
        {website && (
          <p className="text-sm">
            <a
              href={website}
              target="_blank"
              rel="noreferrer nofollow"
              className="underline underline-offset-4 wrap-anywhere"
            >
              {website}
            </a>
          </p>
        )}
        <ul className="text-sm">
          {permissionTexts(scopes).map((may) => (
            <li key={may}>{may}</li>
          ))}
        </ul>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <time dateTime={agreedAt}>{m.account_app_since({ date: formatDate(agreedAt) })}</time>
          {lastUsedAt ? (
            <time dateTime={lastUsedAt}>{m.account_app_used({ date: moment(lastUsedAt) })}</time>
          ) : (
            <span>{m.account_app_unused()}</span>
          )}
        </p>
      </div>
      <Button size="sm" onClick={onRemove}>
        {m.account_app_remove()} <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}

const moment = (instant: string) => formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' });

function RemoveDialog({ app: { id, name }, onClose }: { app: AppAccess; onClose: () => void }) {
  const [revoke, { loading, error }] = useMutation(RevokeAppDocument, {
    refetchQueries: [MyAppsDocument],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await revoke({ variables: { id } });
    } catch (problem) {
      // One that ended meanwhile is removed.
      if (problemCode(problem) !== 'NOT_FOUND') return;
    }
    toast({ title: m.account_app_removed(), description: m.account_app_removed_text({ name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      title={m.account_app_remove_title({ name })}
      text={m.account_app_remove_text()}
      confirmLabel={m.account_app_remove()}
      pending={loading}
      error={problemIn(error, m.account_failed())}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
