import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Card } from '../../../ui/card';
import { shortAddress, useWallet } from '../../wallet';

/** Step 1: the wallet, which is optional. */
export function WalletStep({ onContinue }: { onContinue: () => void }) {
  const { account, isConnected, isConnecting, connect } = useWallet('landing');
  return (
    <section aria-label="Connect a wallet">
      <Card className="flex flex-col items-start gap-4 p-6 sm:p-8">
        <h2 className="marker text-2xl">Bring your wallet</h2>
        <p className="max-w-[58ch] text-muted">A browser crypto wallet can be connected now or later. Connecting signs nothing and costs nothing.</p>
        {isConnected && account
          ? <p role="status" className="flex items-center gap-2 font-semibold"><Icon name="check" className="text-action-ink" />Wallet connected: {shortAddress(account)}</p>
          : <Button onClick={() => void connect()} pending={isConnecting}><Icon name="wallet" />{isConnecting ? 'Connecting...' : 'Connect Metamask'}</Button>}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={onContinue}>Continue to Payment Setup</Button>
          {!isConnected && <Button variant="quiet" onClick={onContinue}>Skip the wallet</Button>}
        </div>
      </Card>
    </section>
  );
}
