import { m } from '#messages';

/** Kinds of webhook messages, as in `Change.kind`, with the scope that grants each. */
export const KINDS = [
  { kind: 'work.created', scope: 'discoveries:read', text: m.developers_kind_work_created },
  { kind: 'work.changed', scope: 'discoveries:read', text: m.developers_kind_work_changed },
  { kind: 'work.gone', scope: 'discoveries:read', text: m.developers_kind_work_gone },
  { kind: 'work.removed', scope: 'discoveries:read', text: m.developers_kind_work_removed },
  { kind: 'wall.created', scope: 'walls:read', text: m.developers_kind_wall_created },
  { kind: 'wall.changed', scope: 'walls:read', text: m.developers_kind_wall_changed },
  { kind: 'wall.removed', scope: 'walls:read', text: m.developers_kind_wall_removed },
] as const;

export const kindsOpenTo = (scopes: readonly string[]) => KINDS.filter(({ scope }) => scopes.includes(scope));
