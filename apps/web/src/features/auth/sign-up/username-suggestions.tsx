import { useQuery } from '@tanstack/react-query';
import { bodyOf, api } from '../../../lib/http';
import { Button } from '../../../ui/button';

/** The server's code for a username that someone has; the type of the field's error. */
export const USERNAME_TAKEN = 'USERNAME_TAKEN';

/** Free names similar to one that is taken. A failed request shows nothing: suggestions are optional. */
export function UsernameSuggestions({ like, onChoose }: { like: string; onChoose: (username: string) => void }) {
  const { data: names } = useQuery({
    queryKey: ['/api/usernames/suggestions', like],
    queryFn: () => bodyOf(api.GET('/api/usernames/suggestions', { params: { query: { like } } })),
    // What was free before may be taken by now.
    gcTime: 0,
  });
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 empty:hidden">
      {names && names.length > 0 && (
        <>
          <span className="text-sm">These are free:</span>
          {names.map((name) => <Button key={name} size="sm" onClick={() => onChoose(name)}>{name}</Button>)}
        </>
      )}
    </div>
  );
}
