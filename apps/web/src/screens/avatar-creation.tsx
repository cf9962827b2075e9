import { m } from '#messages';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { Link } from 'react-router-dom';
import { Page } from '../app/layout/page';
import { loginUrl, paths } from '../lib/paths';
import { useUser } from '../features/session/use-user';
import { UserUnknown } from '../features/session/user-unknown';
import { ReturnNotice } from '../features/membership/return-notice';
import { CreateProfileForm } from '../features/onboarding/profile/create-profile-form';
import { Loading } from '../ui/load-state';

export default function AvatarCreation() {
  const { user, error } = useUser();
  return (
    <Page title={m.screens_avatar_title()} text={m.screens_avatar_text()}>
      <ReturnNotice of="trial" />
      {user === null && <GuestNotice />}
      {error && <UserUnknown error={error} />}
      {user === undefined && !error && <Loading loading={m.screens_avatar_loading()} />}
      {user !== undefined && <CreateProfileForm user={user} />}
    </Page>
  );
}

/** A profile belongs to an account; a guest may see the form but cannot save it. */
function GuestNotice() {
  const link = 'font-semibold text-place-ink underline underline-offset-4';
  return (
    <p role="note" className="border-s-4 border-action ps-4 text-muted">
      <ParaglideMessage
        message={m.screens_avatar_guest}
        inputs={{}}
        markup={{
          signUp: ({ children }) => (
            <Link to={paths.signUp} className={link}>
              {children}
            </Link>
          ),
          signIn: ({ children }) => (
            <a href={loginUrl(paths.avatarCreation)} className={link}>
              {children}
            </a>
          ),
        }}
      />
    </p>
  );
}
