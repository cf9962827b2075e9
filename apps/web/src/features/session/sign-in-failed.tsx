import { m } from '#messages';
import { useSearchParams } from 'react-router-dom';
import { loginUrl } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ownPath } from './return-to';

const WORDS = {
  expired: () => ({ title: m.session_expired_title(), text: m.session_expired_text() }),
  refused: () => ({ title: m.session_refused_title(), text: m.session_refused_text() }),
  away: () => ({ title: m.session_away_title(), text: m.session_away_text() }),
};

export type SignInProblem = keyof typeof WORDS;

/** The problem in the address's query. */
export const problemIn = (search: URLSearchParams): SignInProblem | undefined => {
  const problem = search.get('problem') ?? '';
  return Object.hasOwn(WORDS, problem) ? (problem as SignInProblem) : undefined;
};

/** Shown when a sign-in cannot continue, with a link to a new one. */
export function SignInFailed({ problem }: { problem: SignInProblem }) {
  const [search] = useSearchParams();
  const again = loginUrl(ownPath(search.get('returnTo')));
  return (
    <EmptyState
      kind="error"
      {...WORDS[problem]()}
      action={
        <Button asChild variant="primary">
          <a href={again}>{m.session_start_again()}</a>
        </Button>
      }
    />
  );
}
