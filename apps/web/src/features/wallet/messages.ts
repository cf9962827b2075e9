import { m } from '#messages';
import type { ToastMessage } from '../../ui/toast';
import { shortAddress } from './ethereum';
import type { WalletVariant } from './types';

const failures = { hook: m.wallet_failed_text, landing: m.wallet_failed_landing, 'guest-home': m.wallet_failed_guest };

/** The catalogue's messages; some differ by screen. */
export const messages = {
  connected: (variant: WalletVariant, account: string): ToastMessage => ({
    title: m.wallet_connected_title(),
    description:
      variant === 'guest-home' ? m.wallet_connected_guest() : m.wallet_connected_to({ address: shortAddress(account) }),
  }),
  required: (): ToastMessage => ({
    title: m.wallet_required_title(),
    description: m.wallet_required_text(),
    variant: 'destructive',
  }),
  rejected: (): ToastMessage => ({
    title: m.wallet_rejected_title(),
    description: m.wallet_rejected_text(),
    variant: 'destructive',
  }),
  failed: (variant: WalletVariant): ToastMessage => ({
    title: m.wallet_failed_title(),
    description: failures[variant](),
    variant: 'destructive',
  }),
  disconnected: (variant: WalletVariant): ToastMessage => ({
    title: m.wallet_disconnected_title(),
    description: variant === 'guest-home' ? m.wallet_disconnected_guest() : m.wallet_disconnected_text(),
  }),
  switchRequired: (): ToastMessage => ({
    title: m.wallet_switch_title(),
    description: m.wallet_switch_text(),
    variant: 'destructive',
  }),
};
