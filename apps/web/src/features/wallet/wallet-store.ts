import { createStore } from 'zustand/vanilla';
import { browser } from '../../lib/browser';
import { toast } from '../../ui/toast';
import {
  discoverWallets,
  DOWNLOAD_PAGE,
  errorCode,
  findWallets,
  MAINNET,
  REJECTED,
  type EthereumProvider,
} from './ethereum';
import { messages } from './messages';
import type { WalletState, WalletVariant } from './types';

const disconnected: WalletState = { account: null, chainId: null, isConnecting: false, isConnected: false };

/** One wallet for the whole page: a wallet connected on one screen is shown on the next. */
export class WalletStore {
  #store = createStore<WalletState>(() => disconnected);
  #watched: EthereumProvider | undefined;
  #stopDiscovery: (() => void) | undefined;
  /** Which screen's messages are used for the wallet's own events: the one shown last. */
  #variant: WalletVariant = 'hook';

  /** Picks up accounts that this page was already given, also from wallets that load after it. */
  #start(): void {
    const pickUp = () => void this.#pickUp();
    this.#stopDiscovery = discoverWallets(pickUp);
    pickUp();
  }

  stop(): void {
    this.#stopDiscovery?.();
  }

  getState = this.#store.getState;

  subscribe = (listener: () => void): (() => void) => {
    if (!this.#stopDiscovery) this.#start();
    return this.#store.subscribe(listener);
  };

  speakAs(variant: WalletVariant): void {
    this.#variant = variant;
  }

  /** @param wallet the one that the player chose, where there are several */
  async connect(variant: WalletVariant, wallet = findWallets()[0]): Promise<void> {
    if (!wallet) {
      toast(messages.required());
      browser.openTab(DOWNLOAD_PAGE);
      return;
    }
    this.#store.setState({ isConnecting: true });
    this.#watch(wallet);
    try {
      const [account] = (await wallet.request({ method: 'eth_requestAccounts' })) as string[];
      if (!account) throw new Error('The wallet did not share an account.');
      this.#store.setState({ account, isConnected: true, isConnecting: true });
      const chainId = (await wallet.request({ method: 'eth_chainId' })) as string;
      // The wallet may have changed its account meanwhile, or taken it back.
      const present = this.getState().account;
      if (!present) return;
      this.#store.setState({ chainId, isConnecting: false });
      toast(messages.connected(variant, present));
    } catch (error) {
      this.#store.setState(disconnected);
      toast(errorCode(error) === REJECTED ? messages.rejected() : messages.failed(variant));
    }
  }

  disconnect(variant: WalletVariant): void {
    this.#store.setState(disconnected);
    toast(messages.disconnected(variant));
  }

  async switchToMainnet(): Promise<void> {
    const wallet = this.#watched ?? findWallets()[0];
    if (!wallet) return;
    try {
      await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: MAINNET }] });
    } catch (error) {
      // Whatever the reason, the player has to switch by hand, unless they have just declined.
      if (errorCode(error) !== REJECTED) toast(messages.switchRequired());
    }
  }

  /**
   * Asks the connected wallet to sign a text with the key of `account`.
   * @throws what the wallet throws; 4001 when the player declined; where another account is connected by now
   */
  async sign(text: string, account: string): Promise<string> {
    if (this.getState().account !== account) throw new Error('The wallet has changed its account.');
    if (!this.#watched) throw new Error('No wallet is connected.');
    const hex = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return (await this.#watched.request({ method: 'personal_sign', params: [`0x${hex}`, account] })) as string;
  }

  async #pickUp(): Promise<void> {
    for (const wallet of findWallets()) {
      if (this.getState().isConnected || this.getState().isConnecting) return;
      try {
        const [account] = (await wallet.request({ method: 'eth_accounts' })) as string[];
        if (!account || this.getState().isConnected || this.getState().isConnecting) continue;
        this.#watch(wallet);
        this.#store.setState({ account, isConnected: true });
        const chainId = (await wallet.request({ method: 'eth_chainId' })) as string;
        if (this.#watched === wallet) this.#store.setState({ chainId });
      } catch {
        // A wallet that does not respond counts as not connected.
      }
    }
  }

  #watch(wallet: EthereumProvider): void {
    if (this.#watched === wallet) return;
    this.#watched?.removeListener?.('accountsChanged', this.#accountsChanged);
    this.#watched?.removeListener?.('chainChanged', this.#chainChanged);
    this.#watched = wallet;
    wallet.on?.('accountsChanged', this.#accountsChanged);
    wallet.on?.('chainChanged', this.#chainChanged);
  }

  #accountsChanged = ([account]: string[]): void => {
    // After a disconnect by hand the wallet's events are ignored until the next connect.
    if (!this.getState().isConnected) return;
    if (account) this.#store.setState({ account });
    else this.disconnect(this.#variant);
  };

  #chainChanged = (chainId: string): void => {
    if (this.getState().isConnected) this.#store.setState({ chainId });
  };
}
