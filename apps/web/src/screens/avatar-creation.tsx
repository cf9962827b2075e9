import { Link } from 'react-router-dom';
import { Page } from './page';
import { loginUrl, paths } from '../lib/paths';
import { useUser } from '../features/auth/use-user';
import { UserUnknown } from '../features/auth/user-unknown';
import { CreateProfileForm } from '../features/onboarding/profile/create-profile-form';
import { Loading } from '../ui/spray-cap';

export default function AvatarCreation() {
  const { user, error } = useUser();
  return (
    <Page title="Create Your Street Art Profile" text="Your name, your picture and the six emoji that mark your finds.">
      {user === null && <GuestNotice />}
      {error && <UserUnknown error={error} />}
      {user === undefined && !error && <Loading text="Loading your profile..." />}
      {user !== undefined && <CreateProfileForm user={user} />}
    </Page>
  );
}

/** A profile belongs to an account; a guest may see the form but cannot save it. */
function GuestNotice() {
  const link = 'font-semibold text-place-ink underline underline-offset-4';
  return (
    <p role="note" className="border-l-4 border-action pl-4 text-muted">
      A profile needs an account: <Link to={paths.signUp} className={link}>sign up</Link> or <a href={loginUrl(paths.avatarCreation)} className={link}>sign in</a> first.
    </p>
  );
}
