import { useMutation, useQuery } from '@apollo/client/react';
import { generatePath, Link } from 'react-router-dom';
import { readFragment } from '../../api/graph/fragment-masking';
import { type ProfileVisibilityInput, SetVisibilityDocument, VisibilityDocument, type VisibilityFragment, VisibilityFragmentDoc } from '../../api/graph/graphql';
import { isUnauthorized } from '../../lib/http';
import { problemDetail } from '../../lib/problems';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Switch } from '../../ui/switch';
import { useUser } from '../auth';
import { AccountSection } from './account-section';

type Part = keyof ProfileVisibilityInput;

const PARTS: { part: Part; label: string; hint?: string }[] = [
  { part: 'picture', label: 'Picture' },
  { part: 'bio', label: 'Bio' },
  { part: 'statistics', label: 'Level and discoveries' },
  { part: 'joined', label: 'When you joined' },
  { part: 'gallery', label: 'Art gallery' },
  { part: 'wallet', label: 'Linked wallet', hint: 'Anyone can then look up its transactions.' },
];

export function VisibilitySection() {
  return (
    <AccountSection icon="eye" title="What others see" summary="What your public page shows.">
      {() => <Visibility />}
    </AccountSection>
  );
}

function Visibility() {
  const { user } = useUser();
  const { data, error, refetch } = useQuery(VisibilityDocument);
  const me = data?.me;
  return (
    <div className="flex max-w-[64ch] flex-col items-stretch gap-4">
      <p className="text-muted">Your username is always shown. Your phone, e-mail and date of birth never are.</p>
      <LoadState loading="Loading what others see..." failed="What others see could not be loaded" isPending={!data && !error} error={error} onRetry={() => void refetch()} />
      {me && <VisibleParts id={me.id} visibility={readFragment(VisibilityFragmentDoc, me.visibility)} />}
      {user?.username && user.status === 'verified' && (
        <Button asChild className="self-start"><Link to={generatePath(paths.player, { username: user.username })}><Icon name="eye" size={18} />See your public page</Link></Button>
      )}
    </div>
  );
}

function VisibleParts({ id, visibility }: { id: string; visibility: VisibilityFragment }) {
  const [save, { error }] = useMutation(SetVisibilityDocument, {
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: VisibilityDocument, data: { me: { __typename: 'Me', id, visibility: data.setVisibility } } });
      // The public page shows other parts from now on.
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'player' });
    },
  });
  const set = (part: Part, isShown: boolean) =>
    save({ variables: { input: { [part]: isShown } }, optimisticResponse: { setVisibility: { ...visibility, [part]: isShown } } }).catch(() => undefined);
  return (
    <>
      <div className="flex flex-col divide-y divide-line *:py-2">
        {PARTS.map(({ part, label, hint }) => (
          <Switch key={part} label={label} hint={hint} checked={visibility[part]} onChange={(isShown) => void set(part, isShown)} />
        ))}
      </div>
      {error && !isUnauthorized(error) && <p role="alert" className="text-sm font-medium text-danger-ink">{problemDetail(error, 'That could not be saved. Please try again.')}</p>}
    </>
  );
}
