import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { generatePath, Link } from 'react-router-dom';
import { readFragment } from '../../api/graph/fragment-masking';
import { SetVisibilityDocument, VisibilityDocument, VisibilityFragmentDoc } from '../../api/graph/account/visibility';
import type { ProfileVisibilityInput, VisibilityFragment } from '../../api/graph/graphql';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Switch } from '../../ui/switch';
import { useUser } from '../session';
import { AccountSection } from './account-section';
import { problemIn } from './refusals';

type Part = keyof ProfileVisibilityInput;

const PARTS: { part: Part; label: () => string; hint?: () => string }[] = [
  { part: 'picture', label: m.account_visibility_picture },
  { part: 'bio', label: m.account_visibility_bio },
  { part: 'statistics', label: m.account_visibility_statistics },
  { part: 'joined', label: m.account_visibility_joined },
  { part: 'gallery', label: m.account_visibility_gallery },
  { part: 'wallet', label: m.account_visibility_wallet, hint: m.account_visibility_wallet_hint },
];

export function VisibilitySection() {
  return (
    <AccountSection icon="eye" title={m.account_visibility_title()} summary={m.account_visibility_summary()}>
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
      <p className="text-muted">{m.account_visibility_text()}</p>
      <LoadState
        loading={m.account_visibility_loading()}
        failed={m.account_visibility_failed()}
        isPending={!data && !error}
        error={error}
        onRetry={() => void refetch()}
      />
      {me && <VisibleParts id={me.id} visibility={readFragment(VisibilityFragmentDoc, me.visibility)} />}
      {user?.username && user.status === 'verified' && (
        <Button asChild className="self-start">
          <Link to={generatePath(paths.player, { username: user.username })}>
            <Icon name="eye" size={18} />
            {m.account_visibility_page()}
          </Link>
        </Button>
      )}
    </div>
  );
}

function VisibleParts({ id, visibility }: { id: string; visibility: VisibilityFragment }) {
  const [save, { error }] = useMutation(SetVisibilityDocument, {
    update: (cache, { data }) => {
      if (data)
        cache.writeQuery({
          query: VisibilityDocument,
          data: { me: { __typename: 'Me', id, visibility: data.setVisibility } },
        });
      // The public page shows other parts from now on.
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'player' });
    },
  });
  const problem = problemIn(error, m.account_visibility_not_saved());
  const set = (part: Part, isShown: boolean) =>
    save({
      variables: { input: { [part]: isShown } },
      optimisticResponse: { setVisibility: { ...visibility, [part]: isShown } },
    }).catch(() => undefined);
  return (
    <>
      <div className="flex flex-col divide-y divide-line *:py-2">
        {PARTS.map(({ part, label, hint }) => (
          <Switch
            key={part}
            label={label()}
            hint={hint?.()}
            checked={visibility[part]}
            onChange={(isShown) => void set(part, isShown)}
          />
        ))}
      </div>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </>
  );
}
