import { m } from '#messages';
import { useApolloClient } from '@apollo/client/react';
import { ParaglideMessage } from '@inlang/paraglide-js-react';
import { useQueryClient } from '@tanstack/react-query';
import { ChallengeWalletDocument, LinkWalletDocument, UnlinkWalletDocument } from '../../api/graph/account/wallet';
import type { User } from '../../api/types';
import { formatDate } from '../../lib/format';
import { ownDataChanged, publicPageChanged } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import { errorCode, MAINNET, REJECTED, shortAddress, useWallet } from '../wallet';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function WalletSection() {
  return (
    <AccountSection icon="wallet" title={m.account_wallet_title()} summary={m.account_wallet_summary()}>
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
      {user.wallet ? <Linked wallet={user.wallet} /> : <p className="text-muted">{m.account_wallet_none()}</p>}
      {user.status === 'verified' ? <BrowserWallet linked={user.wallet?.address} /> : <p>{m.account_wallet_fixed()}</p>}
    </div>
  );
}

function Linked({ wallet }: { wallet: NonNullable<User['wallet']> }) {
  const client = useQueryClient();
  const graph = useApolloClient();
  const unlink = useChange({
    change: () => graph.mutate({ mutation: UnlinkWalletDocument }),
    onDone: async () => {
      publicPageChanged(client);
      await ownDataChanged(client);
      toast({ title: m.account_wallet_unlinked(), description: m.account_wallet_unlinked_text() });
    },
    otherwise: m.account_wallet_not_unlinked(),
  });
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="check" className="shrink-0 text-action-ink" />
          {m.account_wallet_linked_heading()}
        </p>
        <p className="text-sm [overflow-wrap:anywhere]">{wallet.address}</p>
        <p className="text-sm text-muted">
          {m.account_wallet_since({ date: formatDate(wallet.linkedAt, { dateStyle: 'long' }) })}
        </p>
      </div>
      <Button pending={unlink.isPending} onClick={() => unlink.mutate()}>
        {m.account_wallet_unlink()}
      </Button>
      <Refusal text={unlink.problem} />
    </div>
  );
}

/** Connect first, then Ethereum, then sign. */
function BrowserWallet({ linked }: { linked: string | undefined }) {
  const { account, chainId, isConnected, isConnecting, chooser, connect, switchToMainnet } = useWallet();
  if (!isConnected || !account) {
    if (linked) return null;
    return (
      <>
        <Button variant="primary" pending={isConnecting} onClick={() => void connect()}>
          <Icon name="wallet" />
          {isConnecting ? m.account_wallet_connecting() : m.account_wallet_connect()}
        </Button>
        {chooser}
      </>
    );
  }
  if (account.toLowerCase() === linked?.toLowerCase())
    return <p className="text-muted">{m.account_wallet_present()}</p>;
  if (chainId !== null && chainId !== MAINNET) {
    return (
      <>
        <p>{m.account_wallet_other_network()}</p>
        <Button onClick={() => void switchToMainnet()}>{m.account_wallet_switch()}</Button>
      </>
    );
  }
  return <LinkButton key={account} account={account} replaces={linked !== undefined} />;
}

function LinkButton({ account, replaces }: { account: string; replaces: boolean }) {
  const { sign } = useWallet();
  const client = useQueryClient();
  const graph = useApolloClient();
  const link = useChange({
    change: async () => {
      const { data } = await graph.mutate({
        mutation: ChallengeWalletDocument,
        variables: { address: account, chainId: Number(MAINNET) },
      });
      const { message } = data!.challengeWallet;
      await graph.mutate({
        mutation: LinkWalletDocument,
        variables: { message, signature: await sign(message, account) },
      });
    },
    onDone: async () => {
      publicPageChanged(client);
      await ownDataChanged(client);
      toast({
        title: m.account_wallet_linked(),
        description: m.account_wallet_linked_text({ address: shortAddress(account) }),
      });
    },
    otherwise: m.account_wallet_not_linked(),
  });
  const saidNo = errorCode(link.error) === REJECTED;
  return (
    <>
      <p>
        <ParaglideMessage
          message={m.account_wallet_in_browser}
          inputs={{ address: shortAddress(account) }}
          markup={{ b: ({ children }) => <b>{children}</b> }}
        />
      </p>
      <Button variant={replaces ? 'secondary' : 'primary'} pending={link.isPending} onClick={() => link.mutate()}>
        {link.isPending ? m.account_wallet_waiting() : replaces ? m.account_wallet_replace() : m.account_wallet_link()}
      </Button>
      <Refusal text={saidNo ? m.account_wallet_rejected() : link.problem} />
    </>
  );
}

const Refusal = ({ text }: { text: string | undefined }) =>
  text && (
    <p role="alert" className="w-full text-sm font-medium text-danger-ink">
      {text}
    </p>
  );
