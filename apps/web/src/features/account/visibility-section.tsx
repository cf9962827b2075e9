import { useQueryClient } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router-dom';
import type { User } from '../../api/types';
import { paths } from '../../lib/paths';
import { api } from '../../lib/http';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Switch } from '../../ui/switch';
import { userKey, useUser } from '../auth';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

type Visibility = User['visibility'];

const PARTS: { part: keyof Visibility; label: string; hint?: string }[] = [
  { part: 'picture', label: 'Picture' },
  { part: 'bio', label: 'Bio' },
  { part: 'statistics', label: 'Level and discoveries' },
  { part: 'joined', label: 'When you joined' },
  { part: 'gallery', label: 'Art gallery' },
  { part: 'wallet', label: 'Linked wallet', hint: 'Anyone can then look up its transactions.' },
];

export function VisibilitySection() {
  const { user } = useUser();
  return (
    <AccountSection icon="eye" title="What others see" summary="What your public page shows.">
      {() => user && <VisibleParts user={user} />}
    </AccountSection>
  );
}

function VisibleParts({ user: { username, status, visibility } }: { user: User }) {
  const client = useQueryClient();
  const set = (part: Partial<Visibility>) =>
    client.setQueryData<User | null>(userKey, (user) => user && { ...user, visibility: { ...user.visibility, ...part } });
  const save = useChange({
    change: async ({ part, isShown }: { part: keyof Visibility; isShown: boolean }) => {
      set({ [part]: isShown });
      try {
        await api.PUT('/api/profile/visibility', { body: { [part]: isShown } });
      } catch (error) {
        set({ [part]: !isShown });
        throw error;
      }
    },
    onDone: () => client.invalidateQueries({ queryKey: ['/api/players'] }),
    otherwise: 'That could not be saved. Please try again.',
  });
  return (
    <div className="flex max-w-[64ch] flex-col items-stretch gap-4">
      <p className="text-dim">Your username is always shown. Your phone, e-mail and date of birth never are.</p>
      <div className="flex flex-col divide-y divide-line *:py-2">
        {PARTS.map(({ part, label, hint }) => (
          <Switch key={part} label={label} hint={hint} checked={visibility[part]} onChange={(isShown) => save.mutate({ part, isShown })} />
        ))}
      </div>
      {save.problem && <p role="alert" className="text-sm font-medium text-danger-ink">{save.problem}</p>}
      {username && status === 'verified' && (
        <Button asChild className="self-start"><Link to={generatePath(paths.player, { username })}><Icon name="eye" size={18} />See your public page</Link></Button>
      )}
    </div>
  );
}
