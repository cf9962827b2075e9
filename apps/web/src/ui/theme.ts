import { useSyncExternalStore } from 'react';

/** `system` follows the device; the other two are chosen by hand and remembered on this device. */
export type Theme = 'system' | 'night' | 'daylight';

const STORAGE_KEY = 'theme';
const listeners = new Set<() => void>();

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'night' || stored === 'daylight' ? stored : 'system';
  } catch {
    // Storage can be forbidden by the browser's settings.
    return 'system';
  }
}

export function applyStoredTheme(): void {
  const theme = storedTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Not remembered, but applied below all the same.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  listeners.forEach((listener) => listener());
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  );
}
