import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import { announcedWallets, type AnnouncedWallet, rememberWallet } from './ethereum';
import type { WalletVariant } from './types';
import { WalletStore } from './wallet-store';

const WalletChooser = lazyPart(() => import('./wallet-chooser').then((module) => module.WalletChooser));

let store: WalletStore | undefined;

function theWallet(): WalletStore {
  return (store ??= new WalletStore());
}

/** For tests: the next use begins like a page that was just opened. */
export function clearWallet(): void {
  store?.stop();
  store = undefined;
}

/**
 * The browser's crypto wallet. `variant` chooses the messages of the screen; `chooser` is to be rendered beside the
 * button that connects.
 */
export function useWallet(variant: WalletVariant = 'hook') {
  const wallet = theWallet();
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState, wallet.getState);
  useEffect(() => wallet.speakAs(variant), [wallet, variant]);
  const [choices, setChoices] = useState<AnnouncedWallet[]>([]);
  const close = () => setChoices([]);
  const choose = (chosen: AnnouncedWallet) => {
    close();
    rememberWallet(chosen);
    void wallet.connect(variant, chosen.provider);
  };
  const chooser: ReactNode = choices.length > 0 && (
    <Suspense fallback={null}>
      <WalletChooser {...{ choices, choose, close }} />
    </Suspense>
  );
  return {
    ...state,
    chooser,
    /** Where several wallets announced themselves, the player chooses first. */
    connect: async () => {
      const announced = announcedWallets();
      if (announced.length > 1) setChoices(announced);
      else await wallet.connect(variant);
    },
    disconnect: () => wallet.disconnect(variant),
    switchToMainnet: () => wallet.switchToMainnet(),
    sign: (text: string, account: string) => wallet.sign(text, account),
  };
}
