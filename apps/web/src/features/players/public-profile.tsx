import { m } from '#messages';
import { Link } from 'react-router-dom';
import { type FragmentType, readFragment } from '../../api/graph/fragment-masking';
import { PublicProfileFragmentDoc } from '../../api/graph/players/public-profile';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { SprayCap } from '../../ui/spray-cap';
import { Card } from '../../ui/card';
import { Portrait } from './picture-field';
import { joined } from './profile-header';
import { Stat } from './stat';

/** What a player shows publicly: picture, bio, level and numbers. Hidden parts are null and not rendered. */
export function PublicProfile({
  username,
  player,
  isMe,
}: {
  username: string | null;
  player: FragmentType<typeof PublicProfileFragmentDoc>;
  isMe: boolean;
}) {
  const { profileImageUrl, bio, createdAt, discoveries, level, wallet } = readFragment(
    PublicProfileFragmentDoc,
    player,
  );
  return (
    <Card className="flex flex-col gap-5 p-5 sm:p-7">
      <div className="flex items-center gap-4 sm:gap-5">
        <Portrait
          name={username ?? m.players_no_name()}
          src={profileImageUrl}
          className="size-24 shrink-0 sm:size-36"
        />
        <div className="min-w-0">
          {createdAt && <p className="text-muted">{joined(createdAt)}</p>}
          {discoveries !== null && level !== null && (
            <div className="mt-3 flex items-center gap-4">
              <SprayCap size={56} text={level} className="max-sm:hidden" />
              <dl className="grid grid-cols-2 gap-5">
                <Stat name={m.players_stat_discoveries()} value={discoveries} />
                <Stat name={m.players_stat_level()} value={level} />
              </dl>
            </div>
          )}
        </div>
      </div>
      {bio && <p className="max-w-[60ch] whitespace-pre-line [overflow-wrap:anywhere]">{bio}</p>}
      {wallet && (
        <p className="flex items-start gap-2">
          <Icon name="wallet" size={20} className="mt-0.5 shrink-0 text-action-ink" />
          <span className="sr-only">{m.players_wallet()}</span>
          <span className="min-w-0 text-sm leading-6 [overflow-wrap:anywhere]">{wallet}</span>
        </p>
      )}
      {isMe && (
        <Button asChild className="self-start">
          <Link to={paths.profile}>{m.players_go_to_own()}</Link>
        </Button>
      )}
    </Card>
  );
}
