import { m } from '#messages';
import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import clsx from 'clsx';
import { useContext, useEffect, useId, useRef } from 'react';
import { holdsHiddenDraft } from '../../lib/hidden-draft';
import { chooseLanguage, type Language, language as present, LANGUAGES } from '../../lib/language';
import { seemsSignedIn } from '../../api/session';
import { toast } from '../../ui/toast';
import { type SwitchPosition, takeUsed, used } from './used-switch';

interface LanguageSwitchProps {
  /** Its position; at most one at each position of a screen. */
  position: SwitchPosition;
  className?: string;
}

/**
 * The language of the page, and of what is sent to the player: each by its own name. It keeps the focus while the
 * screens are mounted anew.
 */
export function LanguageSwitch({ position, className }: LanguageSwitchProps) {
  // The landing page has none.
  const client = useContext(QueryClientContext);
  const select = useRef<HTMLSelectElement>(null);
  const id = useId();
  // A work that is being documented, while its place is chosen on the map.
  const waits = holdsHiddenDraft();
  useEffect(() => {
    if (takeUsed(position)) select.current?.focus();
  }, [position]);
  return (
    <div className={clsx('flex flex-col gap-2 text-sm text-muted', className)}>
      <label htmlFor={id} className="font-semibold">
        {m.language_label()}
      </label>
      <select
        ref={select}
        id={id}
        disabled={waits}
        aria-describedby={waits ? `${id}-why` : undefined}
        value={present()}
        onChange={({ target }) => choose(target.value as Language, position, client)}
        className="min-h-11 w-full cursor-pointer rounded-sm border-[1.5px] border-edge bg-lifted px-3 text-base font-medium text-ink hover:border-ink disabled:cursor-not-allowed disabled:opacity-60"
      >
        {LANGUAGES.map(({ language, name }) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
      {waits && <p id={`${id}-why`}>{m.language_after_draft()}</p>}
    </div>
  );
}

function choose(language: Language, position: SwitchPosition, client: QueryClient | undefined): void {
  used(position);
  chooseLanguage(language);
  if (seemsSignedIn()) save(client, language).catch((error: unknown) => void showNotSaved(error));
}

/** Apollo's code and the query cache's come only with it. */
async function save(client: QueryClient | undefined, language: Language): Promise<void> {
  const { saveLanguage } = await import('./save-language');
  await saveLanguage(client, language);
}

async function showNotSaved(error: unknown): Promise<void> {
  const { isUnauthorized } = await import('../../api/http');
  // An ended session leads to the sign-in screen.
  if (!isUnauthorized(error))
    toast({ title: m.language_not_saved_title(), description: m.language_not_saved_text(), variant: 'destructive' });
}
