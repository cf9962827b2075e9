import { useEffect, useSyncExternalStore } from 'react';
import type { WalletVariant } from './types';
import { WalletStore } from './wallet-store';

let store: WalletStore | undefined;

function theWallet(): WalletStore {
  return (store ??= new WalletStore());
}

/** For tests: the next use begins like a page that was just opened. */
export function forgetWallet(): void {
  store?.stop();
  store = undefined;
}

/** The browser's crypto wallet. `variant` chooses the messages of the screen. */
export function useWallet(variant: WalletVariant = 'hook') {
  const wallet = theWallet();
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, wallet.getState);
  useEffect(() => wallet.speakAs(variant), [wallet, variant]);
  return {
    ...state,
    connect: () => wallet.connect(variant),
    disconnect: () => wallet.disconnect(variant),
    switchToMainnet: () => wallet.switchToMainnet(),
    sign: (text: string) => wallet.sign(text),
  };
}
