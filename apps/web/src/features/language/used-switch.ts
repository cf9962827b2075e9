/** Position of a language switch. */
export type SwitchPosition = 'menu' | 'settings' | 'screen';

/*
 * Another language mounts the screens anew. What was used to choose it is kept here meanwhile, so that it gets the
 * focus again, and the menu around it is open again.
 */
let usedAt: SwitchPosition | undefined;

export function used(by: SwitchPosition): void {
  usedAt = by;
}

/** Whether the switch in the menu was used just now. */
export const usedInMenu = (): boolean => usedAt === 'menu';

/** @returns whether the switch at this position was used just now, once */
export function takeUsed(by: SwitchPosition): boolean {
  const isUsed = usedAt === by;
  if (isUsed) usedAt = undefined;
  return isUsed;
}
