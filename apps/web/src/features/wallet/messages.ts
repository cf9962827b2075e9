import type { ToastMessage } from '../../ui/toast';
import { shortAddress } from './ethereum';
import type { WalletVariant } from './types';

const failures: Record<WalletVariant, string> = {
  hook: 'Failed to connect to MetaMask. Please try again.',
  landing: 'Failed to connect to Metamask wallet',
  'guest-home': 'Failed to connect wallet. Please try again.',
};

/** The catalogue's messages; some differ by screen. */
export const messages = {
  connected: (variant: WalletVariant, account: string): ToastMessage => ({
    title: 'Wallet Connected',
    description: variant === 'guest-home' ? 'Metamask wallet connected successfully!' : `Connected to ${shortAddress(account)}`,
  }),
  required: { title: 'MetaMask Required', description: 'Please install MetaMask to connect your wallet.', variant: 'destructive' },
  rejected: { title: 'Connection Rejected', description: 'Please connect your wallet to continue.', variant: 'destructive' },
  failed: (variant: WalletVariant): ToastMessage => ({ title: 'Connection Failed', description: failures[variant], variant: 'destructive' }),
  disconnected: (variant: WalletVariant): ToastMessage => ({
    title: 'Wallet Disconnected',
    description: variant === 'guest-home' ? 'Metamask wallet disconnected.' : 'Your wallet has been disconnected.',
  }),
  switchRequired: { title: 'Network Switch Required', description: 'Please switch to Ethereum mainnet in MetaMask.', variant: 'destructive' },
} satisfies Record<string, ToastMessage | ((...parts: never[]) => ToastMessage)>;
