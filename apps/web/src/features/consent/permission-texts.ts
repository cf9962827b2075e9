import { m } from '#messages';

const texts: Partial<Record<string, () => string>> = { 'discoveries:write': m.consent_may_document };

/** What an app may do with a scope, to the player in whose name it does; what only prolongs it has no text. */
export const mayDo = (scopes: readonly string[]): string[] => scopes.flatMap((scope) => texts[scope]?.() ?? (scope === 'offline_access' ? [] : [scope]));
