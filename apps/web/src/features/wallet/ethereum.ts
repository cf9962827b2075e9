/** The used part of EIP-1193. */
export interface EthereumProvider {
  isMetaMask?: boolean;
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: never) => void): void;
  removeListener?(event: string, listener: (payload: never) => void): void;
}

interface AnnouncedProvider {
  info: { uuid: string; rdns: string; name: string };
  provider: EthereumProvider;
}

const METAMASK = 'io.metamask';
export const DOWNLOAD_PAGE = 'https://metamask.io/download/';
/** Ethereum mainnet. */
export const MAINNET = '0x1';
/** EIP-1193: the user declined. */
export const REJECTED = 4001;

const announced = new Map<string, AnnouncedProvider>();

/** Asks the wallets of this browser to announce themselves (EIP-6963); `onFound` is called for each new one. Returns a function that stops listening. */
export function discoverWallets(onFound: () => void): () => void {
  const meet = (event: Event) => {
    const { detail } = event as CustomEvent<AnnouncedProvider>;
    if (announced.has(detail.info.uuid)) return;
    announced.set(detail.info.uuid, detail);
    onFound();
  };
  window.addEventListener('eip6963:announceProvider', meet);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => {
    window.removeEventListener('eip6963:announceProvider', meet);
    announced.clear();
  };
}

/** MetaMask where it announced itself, else the injected wallet, else any that announced itself. */
export function findWallet(): EthereumProvider | undefined {
  const wallets = [...announced.values()];
  const injected = (window as { ethereum?: EthereumProvider }).ethereum;
  return wallets.find(({ info }) => info.rdns === METAMASK)?.provider ?? injected ?? wallets[0]?.provider;
}

export function errorCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null ? (error as { code?: number }).code : undefined;
}

/** First six and last four characters, as in `0x1234…abcd`. */
export function shortAddress(account: string): string {
  return `${account.slice(0, 6)}...${account.slice(-4)}`;
}
