/** Rights of an account beyond its own data. Only an operator's command grants and revokes roles. */
export const ROLES = ['moderator', 'operator', 'organiser', 'shopkeeper'] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name);

/** The end of a suspension that has none. */
export const NO_END = '9999-12-31T00:00:00.000Z';
