/** What other features use of this one. */
export { errorCode, MAINNET, REJECTED, shortAddress } from './ethereum';
export { useWallet } from './use-wallet';
export { WalletButton } from './wallet-button';
