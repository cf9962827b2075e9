import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { ACCOUNT, type FakeWallet, granting, inject, refusal } from '../../test/fake-wallet';
import { renderAt } from '../../test/render';
import { serve } from '../../test/server';
import { shortAddress } from './ethereum';
import { useWallet } from './use-wallet';
import { WalletButton } from './wallet-button';

const SHORT = '0x5290...9EE7';

function HookStage() {
  const wallet = useWallet();
  return (
    <>
      <output data-testid="wallet">
        {JSON.stringify({
          account: wallet.account,
          chainId: wallet.chainId,
          isConnecting: wallet.isConnecting,
          isConnected: wallet.isConnected,
        })}
      </output>
      <button onClick={() => void wallet.connect()}>connect</button>
      <button onClick={wallet.disconnect}>disconnect</button>
      <button onClick={() => void wallet.switchToMainnet()}>switch</button>
    </>
  );
}
const state = () => JSON.parse(screen.getByTestId('wallet').textContent) as unknown;
const withHook = () => {
  serve({});
  return renderAt('/', <HookStage />);
};
const withButton = (variant: 'landing' | 'guest-home') => {
  serve({});
  return renderAt('/', <WalletButton variant={variant} />);
};

it('a request leads from disconnected through connecting to connected [ENT-30 WALLET-02 WALLET-09]', async () => {
  let grant = (_accounts: string[]) => {};
  const wallet = inject(
    granting({
      eth_requestAccounts: () =>
        new Promise<string[]>((resolve) => {
          grant = resolve;
        }),
    }),
  );
  const { user } = withHook();
  expect(state()).toEqual({ account: null, chainId: null, isConnecting: false, isConnected: false });
  await user.click(screen.getByText('connect'));
  expect(state()).toMatchObject({ isConnecting: true, isConnected: false });
  grant([ACCOUNT]);
  await waitFor(() =>
    expect(state()).toEqual({ account: ACCOUNT, chainId: '0x1', isConnecting: false, isConnected: true }),
  );
  expect(await screen.findByText('Wallet Connected')).toBeVisible();
  expect(screen.getByText(`Connected to ${SHORT}`)).toBeVisible();
  expect(wallet.calls.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_requestAccounts', 'eth_chainId']);
});

it('a rejected request returns to disconnected [WALLET-03 WALLET-14]', async () => {
  inject(granting({ eth_requestAccounts: refusal(4001) }));
  const { user } = withHook();
  await user.click(screen.getByText('connect'));
  expect(await screen.findByText('Connection Rejected')).toBeVisible();
  expect(screen.getByText('Please connect your wallet to continue.').closest('[data-variant]')).toHaveAttribute(
    'data-variant',
    'destructive',
  );
  expect(state()).toMatchObject({ isConnecting: false, isConnected: false });
});

it('a failed request returns to disconnected [WALLET-04 WALLET-15]', async () => {
  inject(granting({ eth_requestAccounts: new Error('locked') }));
  const { user } = withHook();
  await user.click(screen.getByText('connect'));
  expect(await screen.findByText('Connection Failed')).toBeVisible();
  expect(
    screen.getByText('Failed to connect to MetaMask. Please try again.').closest('[data-variant]'),
  ).toHaveAttribute('data-variant', 'destructive');
  expect(state()).toMatchObject({ isConnecting: false, isConnected: false });
});

it('accounts that were allowed before are picked up on load, without a toast [WALLET-05]', async () => {
  inject(granting({ eth_accounts: [ACCOUNT] }));
  withHook();
  await waitFor(() => expect(state()).toMatchObject({ account: ACCOUNT, isConnected: true }));
  expect(screen.queryByText('Wallet Connected')).toBeNull();
});

it('a wallet that announces itself later (EIP-6963) is found too [WALLET-05]', async () => {
  withHook();
  const provider = granting({ eth_accounts: [ACCOUNT] });
  act(() => {
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: '1', rdns: 'io.metamask', name: 'MetaMask' }, provider },
      }),
    );
  });
  await waitFor(() => expect(state()).toMatchObject({ account: ACCOUNT }));
});

it('account and chain events update the state [WALLET-06 WALLET-08]', async () => {
  const wallet = inject(granting({ eth_accounts: [ACCOUNT] }));
  withHook();
  await waitFor(() => expect(state()).toMatchObject({ isConnected: true }));
  const other = '0x1111111111111111111111111111111111111111';
  wallet.emit('accountsChanged', [other]);
  expect(state()).toMatchObject({ account: other });
  wallet.emit('chainChanged', '0x89');
  expect(state()).toMatchObject({ chainId: '0x89' });
});

it('an empty account list disconnects [WALLET-07 WALLET-18]', async () => {
  const wallet = inject(granting({ eth_accounts: [ACCOUNT] }));
  withHook();
  await waitFor(() => expect(state()).toMatchObject({ isConnected: true }));
  wallet.emit('accountsChanged', []);
  expect(state()).toMatchObject({ account: null, isConnected: false });
  expect(await screen.findByText('Wallet Disconnected')).toBeVisible();
  expect(screen.getByText('Your wallet has been disconnected.')).toBeVisible();
});

it('without a wallet the download page opens [WALLET-12 WALLET-13 LAND-06]', async () => {
  const opened = jest.spyOn(browser, 'openTab').mockReturnValue();
  const { user } = withButton('landing');
  await user.click(screen.getByRole('button', { name: 'Connect Metamask' }));
  expect(await screen.findByText('MetaMask Required')).toBeVisible();
  expect(screen.getByText('Please install MetaMask to connect your wallet.').closest('[data-variant]')).toHaveAttribute(
    'data-variant',
    'destructive',
  );
  expect(opened).toHaveBeenCalledWith('https://metamask.io/download/');
});

it('the landing page shows the short address [LAND-05 WALLET-10 WALLET-21]', async () => {
  inject(granting());
  const { user } = withButton('landing');
  await user.click(screen.getByRole('button', { name: 'Connect Metamask' }));
  expect(await screen.findByRole('button', { name: SHORT })).toBeVisible();
  expect(await screen.findByText(`Connected to ${SHORT}`)).toBeVisible();
  expect(shortAddress(ACCOUNT)).toBe(SHORT);
});

it('a failure on the landing page [WALLET-16]', async () => {
  inject(granting({ eth_requestAccounts: new Error('x') }));
  const { user } = withButton('landing');
  await user.click(screen.getByRole('button', { name: 'Connect Metamask' }));
  expect(await screen.findByText('Failed to connect to Metamask wallet')).toBeVisible();
});

it('the guest home has its own form and messages [HOME-12 WALLET-11 WALLET-19]', async () => {
  inject(granting());
  const { user } = withButton('guest-home');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Metamask wallet connected successfully!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '0x52...' }));
  expect(await screen.findByText('Metamask wallet disconnected.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Connect' })).toBeVisible();
});

it('a failure on the guest home [WALLET-17]', async () => {
  inject(granting({ eth_requestAccounts: new Error('x') }));
  const { user } = withButton('guest-home');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText('Failed to connect wallet. Please try again.')).toBeVisible();
});

it.each([
  ['a request that is open already', refusal(-32002)],
  ['whatever else goes wrong', new Error('locked')],
])('says what to do where the switch fails by %s [WALLET-20]', async (_why, failure) => {
  inject(granting({ eth_accounts: [ACCOUNT], eth_chainId: '0x89', wallet_switchEthereumChain: failure }));
  const { user } = withButton('landing');
  await user.click(await screen.findByRole('button', { name: 'Switch to Ethereum' }));
  expect(await screen.findByText('Please switch to Ethereum mainnet in MetaMask.')).toBeVisible();
});

it('on another chain the landing page offers to switch; a wallet without mainnet says so [WALLET-01 WALLET-20]', async () => {
  const wallet = inject(
    granting({ eth_accounts: [ACCOUNT], eth_chainId: '0x89', wallet_switchEthereumChain: refusal(4902) }),
  );
  const { user } = withButton('landing');
  await user.click(await screen.findByRole('button', { name: 'Switch to Ethereum' }));
  expect(await screen.findByText('Network Switch Required')).toBeVisible();
  expect(screen.getByText('Please switch to Ethereum mainnet in MetaMask.')).toBeVisible();
  expect(wallet.calls.at(-1)).toEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] });
});

const announce = (name: string, rdns: string, provider: object) =>
  act(
    () =>
      void window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: name, rdns, name }, provider } }),
      ),
  );

it('asks which of several wallets to connect, and remembers it; the injected one is only the fallback', async () => {
  const injected = inject(granting());
  const [metamask, rabby] = [granting(), granting({ eth_chainId: '0x89', wallet_switchEthereumChain: null })];
  const { user, unmount } = withButton('landing');
  announce('MetaMask', 'io.metamask', metamask);
  announce('Rabby', 'io.rabby', rabby);
  await user.click(screen.getByRole('button', { name: 'Connect Metamask' }));
  const dialog = await screen.findByRole('dialog', { name: 'Choose a wallet' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['MetaMask', 'Rabby']);
  const requested = ({ calls }: FakeWallet) => calls.filter(({ method }) => method === 'eth_requestAccounts').length;
  expect([injected, metamask, rabby].map(requested)).toEqual([0, 0, 0]);
  await user.click(within(dialog).getByRole('button', { name: 'Rabby' }));
  expect(await screen.findByRole('button', { name: SHORT })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([injected, metamask, rabby].map(requested)).toEqual([0, 0, 1]);
  await user.click(screen.getByRole('button', { name: 'Switch to Ethereum' }));
  expect(rabby.calls.at(-1)?.method).toBe('wallet_switchEthereumChain');
  unmount();

  // The next time it comes first.
  withButton('landing');
  await user.click(screen.getByRole('button', { name: SHORT }));
  await user.click(await screen.findByRole('button', { name: 'Connect Metamask' }));
  const again = await screen.findByRole('dialog', { name: 'Choose a wallet' });
  expect(
    within(again)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Rabby', 'MetaMask']);
});

it('picks up what is allowed of an announced wallet, not of the injected one', async () => {
  const other = '0x1111111111111111111111111111111111111111';
  withHook();
  announce('Quiet', 'io.quiet', granting());
  inject(granting({ eth_accounts: [ACCOUNT] }));
  announce('Rabby', 'io.rabby', granting({ eth_accounts: [other] }));
  await waitFor(() => expect(state()).toMatchObject({ account: other }));
});

it.each(['eth_requestAccounts', 'eth_accounts'])(
  'shows the account that the wallet changed to while it was connected (%s)',
  async (method) => {
    const other = '0x1111111111111111111111111111111111111111';
    let chain = () => {};
    const wallet = inject(
      granting({
        [method]: [ACCOUNT],
        eth_chainId: () =>
          new Promise((resolve) => {
            chain = () => resolve('0x1');
          }),
      }),
    );
    const { user } = withHook();
    if (method === 'eth_requestAccounts') await user.click(screen.getByText('connect'));
    await waitFor(() => expect(wallet.calls.at(-1)?.method).toBe('eth_chainId'));
    wallet.emit('accountsChanged', [other]);
    act(() => chain());
    await waitFor(() =>
      expect(state()).toEqual({ account: other, chainId: '0x1', isConnecting: false, isConnected: true }),
    );
  },
);
