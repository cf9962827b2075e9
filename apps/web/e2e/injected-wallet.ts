import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { Hex } from 'viem';

/** What the wallet does with the next request of a kind. */
interface Mood {
  accounts: string[];
  chainId: string;
  /** Error code of EIP-1193 with which a method is refused. */
  refuses: Record<string, number>;
}

/**
 * A wallet with real keys in the browser (EIP-1193). The keys stay in the test, which signs; the
 * page sees what a wallet shows.
 */
export async function injectWallet(page: Page, mood: Partial<Mood> = {}) {
  const accounts = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())] as const;
  await page.exposeFunction('signInTest', (hex: Hex, address: string) => {
    const account = accounts.find((each: PrivateKeyAccount) => each.address.toLowerCase() === address.toLowerCase())!;
    return account.signMessage({ message: { raw: hex } });
  });
  await page.addInitScript(
    ({ account, given }) => {
      const mind: Mood = { accounts: [], chainId: '0x1', refuses: {}, ...given };
      const listeners: Record<string, ((payload: unknown) => void)[]> = {};
      const refuse = (code: number) => Promise.reject(Object.assign(new Error('refused'), { code }));
      const emit = (event: string, payload: unknown) => listeners[event]?.forEach((listener) => listener(payload));
      const responses: Record<string, (params: string[]) => unknown> = {
        eth_accounts: () => mind.accounts,
        eth_requestAccounts: () => (mind.accounts = mind.accounts.length > 0 ? mind.accounts : [account]),
        eth_chainId: () => mind.chainId,
        wallet_switchEthereumChain: () => {
          mind.chainId = '0x1';
          emit('chainChanged', '0x1');
          return null;
        },
        personal_sign: ([hex, address]) =>
          (window as unknown as { signInTest: (hex: string, address: string) => Promise<string> }).signInTest(
            hex!,
            address!,
          ),
      };
      const provider = {
        isMetaMask: true,
        mind,
        emit,
        request: ({ method, params = [] }: { method: string; params?: string[] }) =>
          mind.refuses[method] ? refuse(mind.refuses[method]) : Promise.resolve(responses[method]?.(params)),
        on: (event: string, listener: (payload: unknown) => void) => void (listeners[event] ??= []).push(listener),
        removeListener: (event: string, listener: (payload: unknown) => void) =>
          void (listeners[event] = (listeners[event] ?? []).filter((each) => each !== listener)),
      };
      Object.assign(window, { ethereum: provider });
    },
    { account: accounts[0].address, given: mood },
  );

  type Wallet = { mind: Mood; emit: (event: string, payload: unknown) => void };
  return {
    accounts,
    /** What the wallet refuses from now on. */
    refuse: (refuses: Mood['refuses']) =>
      page.evaluate(
        (refused) => void ((window as unknown as { ethereum: Wallet }).ethereum.mind.refuses = refused),
        refuses,
      ),
    /** The person chooses another account in the wallet. */
    choose: (address: string) =>
      page.evaluate((chosen) => {
        const { ethereum } = window as unknown as { ethereum: Wallet };
        ethereum.mind.accounts = [chosen];
        ethereum.emit('accountsChanged', [chosen]);
      }, address),
  };
}
