import { m } from '#messages';
import { GraphProvider } from '../../api/graph-client';
import { Card } from '../../ui/card';
import { LanguageSwitch } from '../language';
import { AppsSection } from './apps-section';
import { ContactsSection } from './contacts-section';
import { DeletionSection } from './deletion-section';
import { ExportSection } from './export-section';
import { MembershipSection } from './membership-section';
import { PasskeysSection } from './passkeys-section';
import { PinsSection } from './pins-section';
import { SessionsSection } from './sessions-section';
import { VisibilitySection } from './visibility-section';
import { WalletSection } from './wallet-section';

/** All settings of the account, one section each. */
export function AccountSettings() {
  return (
    <section aria-labelledby="account" className="flex flex-col gap-3">
      <h2 id="account" className="marker text-2xl">
        {m.account_heading()}
      </h2>
      <LanguageSwitch position="settings" className="max-w-xs" />
      <GraphProvider>
        <Card className="!p-0">
          {/* One <AccountSection> for each topic, each in its own file in this folder. */}
          <PinsSection />
          <MembershipSection />
          <ContactsSection />
          <PasskeysSection />
          <SessionsSection />
          <AppsSection />
          <WalletSection />
          <VisibilitySection />
          <ExportSection />
          <DeletionSection />
        </Card>
      </GraphProvider>
    </section>
  );
}
