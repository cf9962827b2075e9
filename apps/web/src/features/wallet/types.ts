export interface WalletState {
  /** Address in hex, or null while disconnected. */
  account: string | null;
  /** Hex, `0x1` is Ethereum mainnet. */
  chainId: string | null;
  isConnecting: boolean;
  isConnected: boolean;
}

/** Whose messages are shown; they differ by screen. */
export type WalletVariant = 'hook' | 'landing' | 'guest-home';
