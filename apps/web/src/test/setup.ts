import '@testing-library/jest-dom/jest-globals';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from '@jest/globals';
import { clearWallet } from '../features/wallet/use-wallet';
import { chooseLanguage } from '../lib/language';
import { clearPageConfig } from '../api/page-config';
import { PRODUCT_NAME } from '../product';
import { dismissToast } from '../ui/toast';
import { unstubGlobals } from './stub-global';

// Generous: two cores may be busy with other tests. What the announcer says is also shown elsewhere.
configure({ asyncUtilTimeout: 10_000, defaultIgnore: 'script, style, [data-testid=announcer]' });

beforeEach(unstubGlobals);
// Specs say by the response to /api/auth/user who is signed in; without this the page would not ask.
beforeEach(() => {
  document.cookie = `${PRODUCT_NAME.toLowerCase()}-signed-in=yes`;
});
/** The timer of the runtime, also where a spec has replaced it. */
const { setTimeout: startTimer } = globalThis;
afterEach(async () => {
  cleanup();
  // A dialog of Radix that is removed returns the focus in a task of its own, which must not reach the next test.
  await new Promise((resolve) => startTimer(resolve));
  dismissToast();
  localStorage.clear();
  sessionStorage.clear();
  chooseLanguage('en');
  clearPageConfig();
  clearWallet();
});

// What jsdom lacks and Radix needs.
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error!);
    reader.readAsArrayBuffer(this);
  });
};
URL.createObjectURL ??= () => 'blob:picture';
URL.revokeObjectURL ??= () => undefined;
window.scrollTo = () => undefined;
