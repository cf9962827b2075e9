import { m } from '#messages';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import type { AnnouncedWallet } from './ethereum';

interface WalletChooserProps {
  choices: readonly AnnouncedWallet[];
  choose: (wallet: AnnouncedWallet) => void;
  close: () => void;
}

/** The wallets of this browser, by the names that they announced. */
export function WalletChooser({ choices, choose, close }: WalletChooserProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="sm"
      title={m.wallet_choose_title()}
      description={m.wallet_choose_text()}
    >
      <ul className="flex flex-col gap-2 pb-3">
        {choices.map((wallet) => (
          <li key={wallet.info.uuid}>
            <Button className="w-full justify-start" onClick={() => choose(wallet)}>
              <Icon name="wallet" size={20} className="shrink-0" />
              <span className="truncate">{wallet.info.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
