import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../api/types';
import { bodyOf, api } from '../../lib/http';
import { publicPageChanged } from '../../lib/shared-facts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { useRefreshUser, useUser } from '../auth';
import { errorCode, MAINNET, REJECTED, shortAddress, useWallet } from '../wallet';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function WalletSection() {
  return (
    <AccountSection icon="wallet" title="Wallet" summary="Link your crypto wallet to your account.">
      {() => <LinkedWallet />}
    </AccountSection>
  );
}

/** The linked wallet, and a button to link the one in this browser. */
function LinkedWallet() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <div className="flex max-w-[64ch] flex-col items-start gap-5">
      {user.wallet
        ? <Linked wallet={user.wallet} />
        : <p className="text-muted">Link a wallet to prove that it is yours. You sign a message, which costs nothing and moves no money. A wallet can be linked to one account.</p>}
      {user.status === 'verified'
        ? <BrowserWallet linked={user.wallet?.address} />
        : <p>Confirm your phone or e-mail with the code first; then you can link a wallet.</p>}
    </div>
  );
}

function Linked({ wallet }: { wallet: NonNullable<User['wallet']> }) {
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const unlink = useChange({
    change: () => api.DELETE('/api/profile/wallet'),
    onDone: async () => {
      publicPageChanged(client);
      await refreshUser();
      toast({ title: 'Wallet Unlinked', description: 'Your account no longer has a linked wallet.' });
    },
    otherwise: 'The wallet could not be unlinked. Please try again.',
  });
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold"><Icon name="check" className="shrink-0 text-action-ink" />Linked wallet</p>
        <p className="text-sm [overflow-wrap:anywhere]">{wallet.address}</p>
        <p className="text-sm text-muted">Since {new Date(wallet.linkedAt).toLocaleDateString('en', { dateStyle: 'long' })}</p>
      </div>
      <Button pending={unlink.isPending} onClick={() => unlink.mutate()}>Unlink</Button>
      <Refusal text={unlink.problem} />
    </div>
  );
}

/** Connect first, then Ethereum, then sign. */
function BrowserWallet({ linked }: { linked: string | undefined }) {
  const { account, chainId, isConnected, isConnecting, connect, switchToMainnet } = useWallet();
  if (!isConnected || !account) {
    if (linked) return null;
    return (
      <Button variant="primary" pending={isConnecting} onClick={() => void connect()}>
        <Icon name="wallet" />{isConnecting ? 'Connecting...' : 'Connect wallet'}
      </Button>
    );
  }
  if (account.toLowerCase() === linked?.toLowerCase()) return <p className="text-muted">This is the wallet in your browser.</p>;
  if (chainId !== MAINNET) {
    return (
      <>
        <p>The wallet in your browser is on another network.</p>
        <Button onClick={() => void switchToMainnet()}>Switch to Ethereum</Button>
      </>
    );
  }
  return <LinkButton key={account} account={account} replaces={linked !== undefined} />;
}

function LinkButton({ account, replaces }: { account: string; replaces: boolean }) {
  const { sign } = useWallet();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const link = useChange({
    change: async () => {
      const { message } = await bodyOf(api.POST('/api/profile/wallet/challenge', { body: { address: account, chainId: Number(MAINNET) } }));
      const signature = await sign(message);
      await api.PUT('/api/profile/wallet', { body: { message, signature } });
    },
    onDone: async () => {
      publicPageChanged(client);
      await refreshUser();
      toast({ title: 'Wallet Linked', description: `${shortAddress(account)} belongs to your account now.` });
    },
    otherwise: 'The wallet could not be linked. Please try again.',
  });
  const saidNo = errorCode(link.error) === REJECTED;
  return (
    <>
      <p>In your browser: <b>{shortAddress(account)}</b></p>
      <Button variant={replaces ? 'secondary' : 'primary'} pending={link.isPending} onClick={() => link.mutate()}>
        {link.isPending ? 'Waiting for your wallet...' : replaces ? 'Link this wallet instead' : 'Link this wallet'}
      </Button>
      <Refusal text={saidNo ? 'You did not sign the message, so nothing was linked.' : link.problem} />
    </>
  );
}

const Refusal = ({ text }: { text: string | undefined }) => text && <p role="alert" className="w-full text-sm font-medium text-danger-ink">{text}</p>;
