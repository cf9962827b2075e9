import { m } from '#messages';
import { Link } from 'react-router-dom';
import { NotificationBell } from '../../features/notifications';
import { SignOutButton } from '../../features/queue';
import { gatewayRoutes, paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { MenuButton } from './menu-button';

/** The row above a profile: menu, link to the start, and sign-out. */
export function ProfileBar() {
  return (
    <header className="flex items-center gap-1 px-3 py-3 sm:px-6">
      <MenuButton />
      <Button asChild size="sm" variant="quiet">
        <Link to={paths.landing}>
          <Icon name="back" size={18} />
          {m.layout_back()}
        </Link>
      </Button>
      <NotificationBell className="ms-auto" />
      <SignOutButton asChild size="sm">
        <a href={gatewayRoutes.logout}>
          <Icon name="door" size={18} />
          {m.layout_sign_out()}
        </a>
      </SignOutButton>
    </header>
  );
}
