/** The used part of EIP-1193. */
export interface EthereumProvider {
  isMetaMask?: boolean;
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: never) => void): void;
  removeListener?(event: string, listener: (payload: never) => void): void;
}

/** A wallet that announced itself (EIP-6963). */
export interface AnnouncedWallet {
  info: { uuid: string; rdns: string; name: string };
  provider: EthereumProvider;
}

const METAMASK = 'io.metamask';
export const DOWNLOAD_PAGE = 'https://metamask.io/download/';
/** Ethereum mainnet. */
export const MAINNET = '0x1';
/** EIP-1193: the user declined. */
export const REJECTED = 4001;

const announced = new Map<EthereumProvider, AnnouncedWallet>();

/**
 * Asks the wallets of this browser to announce themselves (EIP-6963); `onFound` is called for each new one. Returns a
 * function that stops listening.
 */
export function discoverWallets(onFound: () => void): () => void {
  const meet = (event: Event) => {
    const { detail } = event as CustomEvent<AnnouncedWallet | undefined>;
    if (!detail?.info || !detail.provider || announced.has(detail.provider)) return;
    announced.set(detail.provider, detail);
    onFound();
  };
  window.addEventListener('eip6963:announceProvider', meet);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => {
    window.removeEventListener('eip6963:announceProvider', meet);
    announced.clear();
  };
}

const CHOSEN = 'wallet';

/** Wallets that announced themselves: the one that was chosen last first, then MetaMask. */
export function announcedWallets(): AnnouncedWallet[] {
  const chosen = chosenWallet();
  const rank = ({ info }: AnnouncedWallet) => (info.rdns === chosen ? 0 : info.rdns === METAMASK ? 1 : 2);
  return [...announced.values()].sort((a, b) => rank(a) - rank(b));
}

function chosenWallet(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

/** Remembers the wallet that the player chose among several. */
export function rememberWallet({ info }: AnnouncedWallet): void {
  try {
    localStorage.setItem(CHOSEN, info.rdns);
  } catch {
    // Without storage the player chooses again.
  }
}

/** The wallets of this browser: those that announced themselves, else the injected one. */
export function findWallets(): EthereumProvider[] {
  const injected = (window as { ethereum?: EthereumProvider }).ethereum;
  const wallets = announcedWallets().map(({ provider }) => provider);
  return wallets.length > 0 || !injected ? wallets : [injected];
}

export function errorCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null ? (error as { code?: number }).code : undefined;
}

/** First six and last four characters, as in `0x1234…abcd`. */
export function shortAddress(account: string): string {
  return `${account.slice(0, 6)}...${account.slice(-4)}`;
}
