import { m } from '#messages';
import type { ReactNode } from 'react';
import type { User } from '../../api/types';
import { Page } from './page';
import { useMembersOnly } from '../../features/session/members-only';
import { UserUnknown } from '../../features/session/user-unknown';
import { Loading } from '../../ui/load-state';

/** Profile and community: for players only; guests are redirected to the sign-in screen. */
export default function MembersArea({ title, children }: { title: string; children: (user: User) => ReactNode }) {
  const { user, error } = useMembersOnly();
  if (error) {
    return (
      <Page title={title}>
        <UserUnknown error={error} />
      </Page>
    );
  }
  if (!user)
    return (
      <Loading
        size="whole"
        loading={user === null ? m.layout_members_redirect() : m.layout_members_loading()}
        className="min-h-dvh"
      />
    );
  return children(user);
}
