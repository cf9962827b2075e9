import { m } from '#messages';
import { formatNumber } from '../../lib/format';
import { TOKENS_NAME } from '../../product';
import { toast } from '../../ui/toast';

/** Says that a mission is complete. @param reward Spray Coins */
export function notifyMissionCompleted(reward: number): void {
  toast({
    title: m.missions_completed_title(),
    description: m.missions_completed_text({ count: formatNumber(reward), tokens: TOKENS_NAME }),
    // The response to the discovery that completed it may come later.
    isCelebration: true,
  });
}
