import type { DiscoveryRole } from './discovery.entity.js';

/** Spray Coins for one discovery. */
const COINS: Record<DiscoveryRole, number> = { photographer: 50, artist: 150 };

/** Experience points for one discovery, in any role. */
export const XP = 15;

/** Spray Coins that a discovery earns; Pro members earn double, a trial counts as Pro. */
export const awardFor = (role: DiscoveryRole, pro: boolean): number => COINS[role] * (pro ? 2 : 1);
