/** What an account may be trusted with beyond its own things. Roles are given and taken by an operator's command only. */
export const ROLES = ['moderator', 'operator', 'organiser', 'shopkeeper'] as const;

export type Role = (typeof ROLES)[number];

export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name);

/** The end of a suspension that has none. */
export const FOR_GOOD = '9999-12-31T00:00:00.000Z';
