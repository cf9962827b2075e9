import { m } from '#messages';
import { useTitle } from '../lib/use-title';
import { AccountSettings } from '../features/account/account-settings';
import { PendingBanner } from '../features/session/pending-banner';
import { Achievements } from '../features/players/achievements';
import { ReturnNotice } from '../features/membership/return-notice';
import { ArtGallery } from '../features/players/art-gallery';
import { MyOrders } from '../features/store/my-orders';
import { ProfileHeader } from '../features/players/profile-header';
import { RecentDiscoveries } from '../features/players/recent-discoveries';
import MembersArea from '../app/layout/members-area';
import { ProfileBar } from '../app/layout/profile-bar';
import { PartBoundary } from '../ui/part-boundary';

/** The player's own page. */
export default function Profile() {
  useTitle(m.screens_profile_title());
  return (
    <MembersArea title={m.screens_profile_title()}>
      {(user) => (
        <div className="plaster min-h-dvh pb-16">
          <ProfileBar />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto flex w-full max-w-6xl flex-col gap-10 px-4 pt-2 sm:px-6 lg:gap-14 lg:pt-6"
          >
            <ReturnNotice of="card" />
            <PendingBanner />
            <ProfileHeader user={user} />
            <div className="grid gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
              <div className="flex min-w-0 flex-col gap-12">
                <PartBoundary title={m.screens_profile_gallery_broken()}>
                  <ArtGallery />
                </PartBoundary>
                <PartBoundary title={m.screens_profile_orders_broken()}>
                  <MyOrders />
                </PartBoundary>
              </div>
              <div className="flex min-w-0 flex-col gap-12 max-lg:row-start-1">
                <PartBoundary title={m.screens_profile_discoveries_broken()}>
                  <RecentDiscoveries />
                </PartBoundary>
                <PartBoundary title={m.screens_profile_achievements_broken()}>
                  <Achievements discoveries={user.discoveries} />
                </PartBoundary>
              </div>
            </div>
            <PartBoundary title={m.screens_profile_account_broken()}>
              <AccountSettings />
            </PartBoundary>
          </main>
        </div>
      )}
    </MembersArea>
  );
}
