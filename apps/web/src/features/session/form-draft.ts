import { QueryClientContext } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import type { User } from '../../api/types';
import { DRAFTS } from './personal-data';
import { userKey } from '../../api/shared-facts';
import { stored } from '../../lib/stored';

/** What was typed in this tab before a reload. @param key of the form @param empty the values of an unchanged form */
export const readDraft = <Values extends FieldValues>(key: string, empty: Values): Values => ({
  ...empty,
  ...stored<Partial<Values>>('sessionStorage', key).read(),
});

/** Keeps what is typed until the tab is closed. */
export function useKeepDraft<Values extends FieldValues>(key: string, { subscribe }: UseFormReturn<Values>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => stored<Values>('sessionStorage', key).write(values),
      }),
    [key, subscribe],
  );
}

export const clearDraft = (key: string): void => stored('sessionStorage', key).remove();

/** The key of a form's draft: another account that uses this tab does not find it. */
export function useDraftKey(name: string): string {
  const client = useContext(QueryClientContext);
  const [owner] = useState(() => client?.getQueryData<User | null>(userKey)?.id ?? 'guest');
  return `${DRAFTS}${owner}:${name}`;
}

/**
 * A form whose text outlives Escape, a click outside, a change of language and a reload, until `clear` is called:
 * when it has been sent.
 * @param name of the form and of what it is about, such as `reply:<thread>`
 */
export function useDraftForm<Values extends FieldValues>(
  name: string,
  { defaultValues, ...props }: Omit<UseFormProps<Values>, 'defaultValues'> & { defaultValues: Values },
): { form: UseFormReturn<Values>; clear: () => void } {
  const key = useDraftKey(name);
  const [start] = useState(() => readDraft(key, defaultValues));
  const form = useForm<Values>({ ...props, defaultValues: start as DefaultValues<Values> });
  useKeepDraft(key, form);
  return { form, clear: () => clearDraft(key) };
}
