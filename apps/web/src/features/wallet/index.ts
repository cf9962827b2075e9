/** The exports of this feature for other features. */
export { errorCode, MAINNET, REJECTED, shortAddress } from './ethereum';
export { useWallet } from './use-wallet';
export { WalletButton } from './wallet-button';
