import { m } from '#messages';

const texts: Partial<Record<string, () => string>> = { 'discoveries:write': m.consent_may_document };

/** What an app may do with these scopes, as texts for the player; `offline_access` has none. */
export const permissionTexts = (scopes: readonly string[]): string[] =>
  scopes.flatMap((scope) => texts[scope]?.() ?? (scope === 'offline_access' ? [] : [scope]));
