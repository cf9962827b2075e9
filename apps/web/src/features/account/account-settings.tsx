import { Stencil } from '../../ui/stencil';
import { ContactsSection } from './contacts-section';
import { DeletionSection } from './deletion-section';
import { ExportSection } from './export-section';
import { PasskeysSection } from './passkeys-section';
import { PinsSection } from './pins-section';
import { SessionsSection } from './sessions-section';
import { VisibilitySection } from './visibility-section';
import { WalletSection } from './wallet-section';

/** Everything a player decides about the account itself; each row opens to one matter. */
export function AccountSettings() {
  return (
    <section aria-labelledby="account" className="flex flex-col gap-3">
      <h2 id="account" className="marker text-2xl">Your account</h2>
      <Stencil className="!p-0">
        {/* One <AccountSection> a matter, each in a file of its own beside this one. */}
        <PinsSection />
        <ContactsSection />
        <PasskeysSection />
        <SessionsSection />
        <WalletSection />
        <VisibilitySection />
        <ExportSection />
        <DeletionSection />
      </Stencil>
    </section>
  );
}
