/**
 * The scopes of partners' tokens and what each grants. Every `schema.graphql` declares with `@scope` which of them its
 * types and fields need; anything without a scope is closed to partners.
 */
export const SCOPES = {
  'discoveries:read': 'Works of street art: one by its id, and those around a place',
  'discoveries:write': 'Documenting works in the name of a player who agreed to it',
  'walls:read': 'Legal walls around a place',
  'players:read': 'What everyone may see of a player',
  'art:read': 'The galleries of players',
  'missions:read': 'Photo missions, and those around a place',
  'webhooks:manage': 'Endpoints of webhooks of the client itself, which receive the changes that its other scopes open',
  'products:read': 'The merchandise of the store',
} as const;

export type Scope = keyof typeof SCOPES;

export const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);

/** Scopes that need a player's consent: only tokens for that player have them, and those have no others. */
export const PLAYER_SCOPES: readonly Scope[] = ['discoveries:write'];

/** A player's scope. */
export const isPlayerScope = (scope: Scope): boolean => PLAYER_SCOPES.includes(scope);
