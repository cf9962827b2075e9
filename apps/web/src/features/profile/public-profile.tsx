import { Link } from 'react-router-dom';
import type { Player } from '../../api/types';
import { paths } from '../../app/paths';
import { Button } from '../../ui/button';
import { SprayCap } from '../../ui/spray-cap';
import { Stencil } from '../../ui/stencil';
import { PlayerArt } from './player-art';
import { Portrait } from './picture-field';
import { joined } from './profile-header';
import { Stat } from './stat';

/** What a player shows to everybody: picture, words of their own, how far they are. No contact data. */
export function PublicProfile({ player, isMe }: { player: Player; isMe: boolean }) {
  const { username, profileImageUrl, bio, createdAt, discoveries, level } = player;
  return (
    <>
      <Stencil className="flex flex-col gap-5 p-5 sm:p-7">
        <div className="flex items-center gap-4 sm:gap-5">
          <Portrait name={username ?? 'Street Artist'} src={profileImageUrl} className="size-24 shrink-0 sm:size-36" />
          <div className="min-w-0">
            <p className="text-dim">Joined {joined(createdAt)}</p>
            <div className="mt-3 flex items-center gap-4">
              <SprayCap size={56} mark={level} className="max-sm:hidden" />
              <dl className="grid grid-cols-2 gap-5">
                <Stat name="Discoveries" value={discoveries} />
                <Stat name="Level" value={level} />
              </dl>
            </div>
          </div>
        </div>
        {bio && <p className="max-w-[60ch] whitespace-pre-line [overflow-wrap:anywhere]">{bio}</p>}
        {isMe && <Button asChild className="self-start"><Link to={paths.profile}>Go to your profile</Link></Button>}
      </Stencil>
      <PlayerArt playerId={player.id} />
    </>
  );
}
