import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { emptySignUp, type SignUpValues } from './sign-up-rules';

const KEY = 'sign-up';

/** What was typed in this tab before a reload; the picture has to be chosen again. */
export function readDraft(): SignUpValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { ...emptySignUp, ...(stored as Partial<SignUpValues>) };
  } catch {
    // Storage can be forbidden by the browser's settings.
    return emptySignUp;
  }
}

/** Keeps what is typed until the tab is closed. */
export function useKeepDraft({ subscribe }: UseFormReturn<SignUpValues>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { avatarUrl: _, ...typed } }) => {
          try {
            sessionStorage.setItem(KEY, JSON.stringify(typed));
          } catch {
            // As above; the form itself still has it.
          }
        },
      }),
    [subscribe],
  );
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none, then.
  }
}
