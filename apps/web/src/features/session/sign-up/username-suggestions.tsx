import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { UsernameSuggestionsDocument } from '../../../api/graph/session/sign-up/username-suggestions';
import { GraphProvider } from '../../../api/graph-client';
import { Button } from '../../../ui/button';

interface UsernameSuggestionsProps {
  /** The name that is taken. */
  like: string;
  onChoose: (username: string) => void;
}

/** Free names similar to one that is taken. A failed request shows nothing: suggestions are optional. */
export function UsernameSuggestions(props: UsernameSuggestionsProps) {
  return (
    <GraphProvider>
      <Suggestions {...props} />
    </GraphProvider>
  );
}

function Suggestions({ like, onChoose }: UsernameSuggestionsProps) {
  // A name that was free before may be taken by now.
  const { data } = useQuery(UsernameSuggestionsDocument, { variables: { like }, fetchPolicy: 'network-only' });
  const names = data?.usernameSuggestions ?? [];
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 empty:hidden">
      {names.length > 0 && (
        <>
          <span className="text-sm">{m.session_free_names()}</span>
          {names.map((name) => (
            <Button key={name} size="sm" onClick={() => onChoose(name)}>
              {name}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}
