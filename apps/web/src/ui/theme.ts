import { create } from 'zustand';

/** `system` follows the device; the other two are chosen by hand and remembered on this device. */
export type Theme = 'system' | 'night' | 'daylight';

const STORAGE_KEY = 'theme';

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
  apply(storedTheme());
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Not remembered, but applied below all the same.
  }
  apply(theme);
}

/** The theme that is applied. */
export const useTheme = create<Theme>(() => 'system');

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  useTheme.setState(theme);
}
