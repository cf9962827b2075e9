import '../../test/without-map';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { ACCOUNT, granting, inject, refusal, type FakeWallet } from '../../test/fake-wallet';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';

const SHORT = '0x5290...9EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const MESSAGE = 'Lïnk\nthis';

/** The opened section on a gateway that keeps what is linked. */
async function open(responses: Parameters<typeof openProfile>[0] = {}, linked: string | null = null) {
  const walletOf = (address: string) => ({ address, linkedAt: '2026-03-15T12:00:00.000Z' });
  let wallet = linked === null ? null : walletOf(linked);
  const stage = await openProfile({
    'GET /api/auth/user': () => ({ ...player, wallet }),
    'mutation challengeWallet': { message: MESSAGE },
    'mutation linkWallet': () => (wallet = walletOf(ACCOUNT)),
    'mutation unlinkWallet': () => {
      wallet = null;
      return true;
    },
    ...responses,
  });
  await stage.user.click(screen.getByText('Wallet', { selector: 'summary *' }));
  return stage;
}

const button = (name: string) => screen.findByRole('button', { name });
const signed = (wallet: FakeWallet) =>
  wallet.calls.filter(({ method }) => method === 'personal_sign').map(({ params }) => params);

describe('the wallet in the profile', () => {
  it("is connected first, signs the server's message, and is shown", async () => {
    const wallet = inject(granting({ personal_sign: '0xsigned' }));
    const { user, to } = await open();
    await user.click(await button('Connect wallet'));
    await user.click(await button('Link this wallet'));
    expect(await screen.findByText('Linked wallet')).toBeVisible();
    expect(screen.getByText(ACCOUNT)).toBeVisible();
    expect(screen.getByText('Since March 15, 2026')).toBeVisible();
    expect(screen.getByText('This is the wallet in your browser.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Link/ })).toBeNull();
    expect(signed(wallet)).toEqual([[`0x${Buffer.from(MESSAGE).toString('hex')}`, ACCOUNT]]);
    expect(to('mutation challengeWallet').map(({ body }) => body)).toEqual([{ address: ACCOUNT, chainId: 1 }]);
    expect(to('mutation linkWallet').map(({ body }) => body)).toEqual([{ message: MESSAGE, signature: '0xsigned' }]);
  });

  it('without a wallet in the browser, leads to one', async () => {
    const opened = jest.spyOn(browser, 'openTab').mockReturnValue();
    const { user } = await open();
    await user.click(await button('Connect wallet'));
    expect(await screen.findByText('MetaMask Required')).toBeVisible();
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('an account that changes while it is linked is not linked, and the message is not signed by the other one', async () => {
    const wallet = inject(granting({ eth_accounts: [ACCOUNT], personal_sign: '0xsigned' }));
    const { user, to } = await open({
      'mutation challengeWallet': () => {
        wallet.emit('accountsChanged', [OTHER]);
        return { message: MESSAGE };
      },
    });
    await user.click(await button('Link this wallet'));
    expect(await screen.findByText('0x8617...070D')).toBeVisible();
    await waitFor(() => expect(to('mutation challengeWallet')).toHaveLength(1));
    expect(signed(wallet)).toEqual([]);
    expect(to('mutation linkWallet')).toEqual([]);
    expect(screen.queryByText('Linked wallet')).toBeNull();
  });

  it('a signature that is refused links nothing, says so, and can be tried again', async () => {
    const responses = { personal_sign: refusal(4001) as unknown };
    inject(granting({ eth_accounts: [ACCOUNT], personal_sign: () => responses.personal_sign }));
    const { user, to } = await open();
    await user.click(await button('Link this wallet'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You did not sign the message, so nothing was linked.');
    expect(to('mutation linkWallet')).toEqual([]);
    responses.personal_sign = '0xsigned';
    await user.click(await button('Link this wallet'));
    expect(await screen.findByText('Linked wallet')).toBeVisible();
  });

  it('while the wallet is asked, waits and cannot be asked twice', async () => {
    let sign = (_signature: string) => {};
    inject(
      granting({
        eth_accounts: [ACCOUNT],
        personal_sign: () =>
          new Promise<string>((resolve) => {
            sign = resolve;
          }),
      }),
    );
    const { user } = await open();
    await user.click(await button('Link this wallet'));
    expect(await button('Waiting for your wallet...')).toBeDisabled();
    sign('0xsigned');
    expect(await screen.findByText('Linked wallet')).toBeVisible();
  });

  it.each([
    [409, 'WALLET_TAKEN', 'This wallet is linked to another account. Unlink it there first.'],
    [422, 'SIGNATURE_INVALID', 'The signature is not by the key of this wallet.'],
  ])('says why the server refuses (%d %s)', async (status, code, detail) => {
    inject(granting({ eth_accounts: [ACCOUNT], personal_sign: '0xsigned' }));
    const { user } = await open({ 'mutation linkWallet': problem(status, code, detail) });
    await user.click(await button('Link this wallet'));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it('on another network asks to switch first', async () => {
    const wallet = inject(granting({ eth_accounts: [ACCOUNT], eth_chainId: '0x89', wallet_switchEthereumChain: null }));
    const { user } = await open();
    await user.click(await button('Switch to Ethereum'));
    expect(screen.queryByRole('button', { name: 'Link this wallet' })).toBeNull();
    wallet.emit('chainChanged', '0x1');
    expect(await button('Link this wallet')).toBeEnabled();
  });

  it('follows the account of the wallet, and offers to link another one instead [WALLET-06]', async () => {
    const wallet = inject(granting({ eth_accounts: [ACCOUNT] }));
    await open({}, ACCOUNT);
    expect(await screen.findByText('This is the wallet in your browser.')).toBeVisible();
    wallet.emit('accountsChanged', [OTHER]);
    expect(await button('Link this wallet instead')).toBeVisible();
    expect(screen.getByText('0x8617...070D')).toBeVisible();
  });

  it('is unlinked', async () => {
    const { user, to } = await open({}, ACCOUNT);
    await user.click(await button('Unlink'));
    expect(await screen.findByText('Wallet Unlinked')).toBeVisible();
    expect(screen.queryByText('Linked wallet')).toBeNull();
    expect(await button('Connect wallet')).toBeVisible();
    expect(to('mutation unlinkWallet')).toHaveLength(1);
  });

  it('says when unlinking failed, and leads to the sign-in screen when the session is gone', async () => {
    let response = problem(503, 'UNAVAILABLE', 'Back in a minute.');
    const { user } = await open({ 'mutation unlinkWallet': () => response }, ACCOUNT);
    await user.click(await button('Unlink'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    response = signedOut();
    await user.click(await button('Unlink'));
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });

  it('a pending player confirms the contact first', async () => {
    inject(granting({ eth_accounts: [ACCOUNT] }));
    await open({ 'GET /api/auth/user': { ...player, status: 'pending' } });
    expect(await screen.findByText(/Confirm your phone or e-mail with the code first/)).toBeVisible();
    expect(screen.queryByText(SHORT)).toBeNull();
  });
});
