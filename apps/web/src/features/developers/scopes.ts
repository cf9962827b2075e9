import { m } from '#messages';
import { SCOPES, type Scope } from '../../api/scopes';

const texts: Partial<Record<string, () => string>> = {
  'discoveries:read': m.developers_scope_discoveries,
  'discoveries:write': m.developers_scope_documents,
  'walls:read': m.developers_scope_walls,
  'players:read': m.developers_scope_players,
  'art:read': m.developers_scope_art,
  'missions:read': m.developers_scope_missions,
  'webhooks:manage': m.developers_scope_webhooks,
  'products:read': m.developers_scope_products,
} satisfies Partial<Record<Scope, () => string>>;

/** What a scope grants, in the language of the page; in English if it has no translation yet. */
export const scopeText = (name: string): string =>
  texts[name]?.() ?? SCOPES.find((scope) => scope.name === name)?.grants ?? name;
