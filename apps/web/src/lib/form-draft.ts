import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What was typed in this tab before a reload. @param key of the form @param empty the values of an unchanged form */
export function readDraft<Values extends FieldValues>(key: string, empty: Values): Values {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return { ...empty, ...(stored as Partial<Values>) };
  } catch {
    // Storage can be forbidden by the browser's settings.
    return empty;
  }
}

/** Keeps what is typed until the tab is closed. @param without fields that a reload cannot bring back; the same array each time */
export function useKeepDraft<Values extends FieldValues>(key: string, { subscribe }: UseFormReturn<Values>, without: readonly (keyof Values)[] = NONE): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          try {
            sessionStorage.setItem(key, JSON.stringify(values, (name, value: unknown) => (without.includes(name) ? undefined : value)));
          } catch {
            // As above; the form itself still has it.
          }
        },
      }),
    [key, subscribe, without],
  );
}

const NONE: readonly never[] = [];

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is none, then.
  }
}
