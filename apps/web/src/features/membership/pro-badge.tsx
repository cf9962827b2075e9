import { m } from '#messages';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { useMembership } from './use-membership';

/** The badge of members. */
export const ProLabel = () => (
  <Badge tone="action">
    <Icon name="crown" size={13} />
    {m.membership_pro()}
  </Badge>
);

/** Beside the name of the signed-in player; nothing without Pro, and nothing until that is known. */
export function ProBadge() {
  const { membership } = useMembership();
  return membership?.isPro ? <ProLabel /> : null;
}
