import { m } from '#messages';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { loginUrl, paths } from '../../lib/paths';
import { browser } from '../../lib/browser';
import { useUser } from '../../features/session';
import { LanguageSwitch } from '../../features/language';
import { NotificationCount } from '../../features/notifications';
import { SignOutButton, useQueue } from '../../features/queue';
import { PRODUCT_NAME } from '../../product';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { Sheet } from '../../ui/sheet';
import { SprayCap } from '../../ui/spray-cap';
import { ThemeSwitch } from '../../ui/theme-switch';

const items: readonly { label: () => string; to: string; icon: IconName }[] = [
  { label: m.layout_menu_home, to: paths.landing, icon: 'home' },
  { label: m.layout_menu_profile, to: paths.profile, icon: 'user' },
  { label: m.layout_menu_discoveries, to: paths.profile, icon: 'location' },
  { label: m.layout_menu_community, to: paths.community, icon: 'users' },
  { label: m.layout_menu_missions, to: paths.missions, icon: 'calendar' },
  { label: m.layout_menu_color_chart, to: paths.colorChart, icon: 'palette' },
  { label: m.layout_menu_artists, to: paths.artists, icon: 'star' },
  { label: m.layout_menu_nfts, to: paths.profile, icon: 'gem' },
  { label: m.layout_menu_notifications, to: paths.notifications, icon: 'bell' },
];

const moderation = { label: m.layout_menu_moderation, to: paths.moderation, icon: 'flag' } as const;
const requests = { label: m.layout_menu_requests, to: paths.developerRequests, icon: 'key' } as const;
const queue = { label: m.layout_menu_queue, to: paths.queue, icon: 'upload' } as const;

/**
 * The product's menu, the same for every visitor but for moderators and operators, and what waits on this device;
 * `shortcuts` are those of a screen whose header has no room for them.
 */
export function Sidebar({
  open,
  onOpenChange,
  shortcuts,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  shortcuts?: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const waiting = useQueue().works?.length ?? 0;
  const roles = useUser().user?.roles ?? [];
  const shown = [
    ...items,
    ...(roles.includes('moderator') ? [moderation] : []),
    ...(roles.includes('operator') ? [requests] : []),
    ...(waiting > 0 ? [queue] : []),
  ];
  const close = () => onOpenChange(false);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      from="left"
      title={m.layout_menu_title()}
      closeLabel={m.layout_menu_close()}
      heading={
        <div className="flex items-center gap-3">
          <SprayCap size={44} />
          <p className="min-w-0">
            <span className="marker block text-2xl">{PRODUCT_NAME}</span>
            <span className="block text-xs text-muted">{m.lib_tagline()}</span>
          </p>
        </div>
      }
      footer={
        <div className="grid w-full grid-cols-2 gap-3">
          <Button variant="primary" onClick={() => browser.goTo(loginUrl(pathname + search))}>
            {m.layout_menu_sign_in()}
          </Button>
          <SignOutButton>{m.layout_menu_sign_out()}</SignOutButton>
        </div>
      }
    >
      <nav aria-label={m.layout_menu_main()}>
        <ul className="-mx-2 flex flex-col gap-1">
          {shown.map(({ label, to, icon }) => {
            const isCurrent = pathname === to;
            return (
              <li key={icon}>
                <Link
                  to={to}
                  onClick={close}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={clsx(
                    'flex min-h-12 items-center gap-3 rounded-md px-3 font-medium',
                    isCurrent ? 'bg-action text-on-action' : 'hover:bg-lifted',
                  )}
                >
                  <Icon name={icon} className={isCurrent ? undefined : 'text-place-ink'} />
                  {label()}
                  {to === paths.notifications && <NotificationCount className="ms-auto" />}
                  {to === paths.queue && (
                    <>
                      {' '}
                      <Waiting works={waiting} />
                    </>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {shortcuts && (
        <nav aria-label={m.layout_menu_shortcuts()} className="mt-6 flex flex-wrap gap-2 sm:hidden">
          {shortcuts}
        </nav>
      )}
      <LanguageSwitch position="menu" className="mt-8" />
      <ThemeSwitch className="mt-6" />
      <p className="mt-6">
        <Link to={paths.developers} onClick={close} className="text-sm text-muted underline underline-offset-4">
          {m.layout_menu_developers()}
        </Link>
      </p>
      <p className="mt-3">
        <Link to={paths.takedown} onClick={close} className="text-sm text-muted underline underline-offset-4">
          {m.layout_menu_takedown()}
        </Link>
      </p>
    </Sheet>
  );
}

function Waiting({ works }: { works: number }) {
  return (
    <span className="ms-auto rounded-full bg-action px-2 text-sm font-semibold text-on-action">
      <span aria-hidden="true">{formatNumber(works)}</span>
      <span className="sr-only">{m.layout_menu_queue_count({ count: works })}</span>
    </span>
  );
}
