import { m } from '#messages';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { User } from '../../api/types';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { SprayCap } from '../../ui/spray-cap';
import { useRefreshUser } from '../../features/session';
import { NotificationBell } from '../../features/notifications';
import { WalletButton } from '../../features/wallet';
import { CoinCount } from './coin-count';
import { levelLabel, levelProgress } from '../../features/players/level';

interface HomeHeaderProps {
  /** Undefined while unknown, null for a guest. */
  user: User | null | undefined;
  /** The user could not be loaded. */
  hasFailed: boolean;
  onMenu: () => void;
}

/** Header of the map home: the player, their level and coins, and the menu. */
export function HomeHeader({ user, hasFailed, onMenu }: HomeHeaderProps) {
  const refreshUser = useRefreshUser();
  return (
    <header className="plaster relative z-20 flex items-center gap-x-2 border-b border-line px-2 py-1.5 pt-[max(0.375rem,env(safe-area-inset-top))] sm:gap-x-3 sm:px-4">
      <IconButton icon="menu" label={m.layout_menu()} onClick={onMenu} />
      {user !== undefined && <Identity user={user} />}
      <LoadState
        size="line"
        loading={m.layout_loading()}
        failed={m.layout_unknown()}
        isPending={user === undefined && !hasFailed}
        error={user === undefined && hasFailed}
        onRetry={() => void refreshUser()}
      >
        <Skeleton className="h-10 w-44" />
      </LoadState>
      <div className="ms-auto shrink-0">
        {!hasFailed && <CoinCount key={user?.id ?? 'guest'} value={user?.tokens ?? 0} />}
      </div>
      <nav aria-label={m.layout_shortcuts()} className="flex shrink-0 items-center gap-2">
        <NotificationBell />
        <HomeShortcuts className="max-sm:hidden" />
        {user === null && (
          <Button asChild size="sm" variant="primary" className="whitespace-nowrap max-sm:px-2.5">
            <Link to={paths.signUp}>{m.layout_get_started()}</Link>
          </Button>
        )}
      </nav>
    </header>
  );
}

/** Wallet, shop and membership: in the header where it has room, on phones in the menu. */
export function HomeShortcuts({ className }: { className?: string }) {
  return (
    <>
      <WalletButton variant="guest-home" className={className} />
      <HeaderLink to={paths.merch} icon="shop" className={className}>
        {m.layout_merch()}
      </HeaderLink>
      <HeaderLink to={paths.subscribe} icon="crown" className={className}>
        {m.layout_vip()}
      </HeaderLink>
    </>
  );
}

function HeaderLink({
  to,
  icon,
  className,
  children,
}: {
  to: string;
  icon: 'shop' | 'crown';
  className?: string;
  children: string;
}) {
  return (
    <Button asChild size="sm" className={className}>
      <Link to={to}>
        <Icon name={icon} size={18} />
        {children}
      </Link>
    </Button>
  );
}

function Identity({ user }: { user: User | null }) {
  const level = user?.level ?? 1;
  const discoveries = user?.discoveries ?? 0;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <SprayCap
        size={46}
        text={level}
        fill={user ? levelProgress(user) : 0}
        label={user ? levelLabel(user) : undefined}
        className={user ? 'shrink-0' : 'shrink-0 max-sm:hidden'}
      />
      <div className="min-w-0 leading-tight">
        <p className="flex items-center gap-2">
          <span className="marker truncate text-lg">
            {user ? (user.username ?? m.layout_unnamed()) : m.layout_explorer()}
          </span>
          {!user && <Badge>{m.layout_guest()}</Badge>}
        </p>
        <p className="flex gap-x-1.5 whitespace-nowrap text-sm text-muted max-sm:text-xs">
          <span>{m.layout_level({ level: formatNumber(level) })}</span>
          <span aria-hidden="true">·</span>
          <span>{m.layout_discoveries({ count: discoveries })}</span>
        </p>
      </div>
    </div>
  );
}
