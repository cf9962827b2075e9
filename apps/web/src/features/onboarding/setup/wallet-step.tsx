import { m } from '#messages';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Card } from '../../../ui/card';
import { shortAddress, useWallet } from '../../wallet';

/** Step 1: the wallet, which is optional. */
export function WalletStep({ onContinue }: { onContinue: () => void }) {
  const { account, isConnected, isConnecting, chooser, connect } = useWallet('landing');
  return (
    <section aria-label={m.onboarding_connect_a_wallet()}>
      <Card className="flex flex-col items-start gap-4 p-6 sm:p-8">
        <h2 className="marker text-2xl">{m.onboarding_bring_wallet()}</h2>
        <p className="max-w-[58ch] text-muted">{m.onboarding_wallet_text()}</p>
        {isConnected && account ? (
          <p role="status" className="flex items-center gap-2 font-semibold">
            <Icon name="check" className="text-action-ink" />
            {m.onboarding_wallet_connected({ address: shortAddress(account) })}
          </p>
        ) : (
          <Button onClick={() => void connect()} pending={isConnecting}>
            <Icon name="wallet" />
            {isConnecting ? m.onboarding_connecting() : m.onboarding_connect_metamask()}
          </Button>
        )}
        {chooser}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={onContinue}>
            {m.onboarding_to_payment()}
          </Button>
          {!isConnected && (
            <Button variant="quiet" onClick={onContinue}>
              {m.onboarding_skip_wallet()}
            </Button>
          )}
        </div>
      </Card>
    </section>
  );
}
