/**
 * What a partner's token may be allowed to do, and what each scope opens. Every `schema.graphql`
 * declares by `@scope` which of them its types and fields need; what declares none, no partner gets.
 */
export const SCOPES = {
  'discoveries:read': 'Works of street art: one by its id, and those around a place',
  'walls:read': 'Legal walls around a place',
  'players:read': 'What everybody may see of a player',
  'art:read': 'The galleries of players',
} as const;

export type Scope = keyof typeof SCOPES;

export const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name);
