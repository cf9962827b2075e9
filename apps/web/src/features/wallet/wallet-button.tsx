import { m } from '#messages';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { MAINNET, shortAddress } from './ethereum';
import type { WalletVariant } from './types';
import { useWallet } from './use-wallet';

/**
 * Connects the wallet; connected it shows the address and disconnects. The landing page shows the short address,
 * the guest home the first four characters and "...".
 */
export function WalletButton({ variant, className }: { variant: Exclude<WalletVariant, 'hook'>; className?: string }) {
  const { account, chainId, isConnected, isConnecting, chooser, connect, disconnect, switchToMainnet } =
    useWallet(variant);
  const onLanding = variant === 'landing';
  if (!isConnected || !account) {
    return (
      <>
        <Button size="sm" className={className} pending={isConnecting} onClick={() => void connect()}>
          <Icon name="wallet" size={18} />
          {isConnecting ? m.wallet_connecting() : onLanding ? m.wallet_connect_metamask() : m.wallet_connect()}
        </Button>
        {chooser}
      </>
    );
  }
  return (
    <span className="inline-flex items-center gap-2">
      {onLanding && chainId !== null && chainId !== MAINNET && (
        <Button size="sm" onClick={() => void switchToMainnet()}>
          {m.wallet_switch()}
        </Button>
      )}
      <Button size="sm" className={className} title={m.wallet_disconnect()} onClick={disconnect}>
        <Icon name="wallet" size={18} className="text-action-ink" />
        {onLanding ? shortAddress(account) : `${account.slice(0, 4)}...`}
      </Button>
    </span>
  );
}
