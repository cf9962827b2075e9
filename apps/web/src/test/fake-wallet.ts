import { act } from '@testing-library/react';
import type { EthereumProvider } from '../features/wallet/ethereum';
import { stubGlobal } from './stub-global';

export const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';

type Responses = Record<string, unknown>;
/** A wallet in the browser: returns the given result for each method; a function is called, an Error is thrown. */
export class FakeWallet implements EthereumProvider {
  calls: { method: string; params?: unknown[] }[] = [];
  listeners: Record<string, ((payload: never) => void)[]> = {};
  constructor(private responses: Responses) {}
  async request(call: { method: string; params?: unknown[] }) {
    this.calls.push(call);
    const response = this.responses[call.method];
    const value: unknown = typeof response === 'function' ? await (response as () => unknown)() : response;
    if (value instanceof Error) throw value;
    return value;
  }
  on(event: string, listener: (payload: never) => void) {
    (this.listeners[event] ??= []).push(listener);
  }
  removeListener(event: string, listener: (payload: never) => void) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== listener);
  }
  emit(event: string, payload: unknown) {
    act(() => this.listeners[event]?.forEach((listener) => listener(payload as never)));
  }
}

export const refusal = (code: number) => Object.assign(new Error('refused'), { code });
/** A wallet that grants access. */
export const granting = (more: Responses = {}) =>
  new FakeWallet({ eth_accounts: [], eth_requestAccounts: [ACCOUNT], eth_chainId: '0x1', ...more });

export function inject(wallet: FakeWallet) {
  stubGlobal('ethereum', wallet);
  return wallet;
}
