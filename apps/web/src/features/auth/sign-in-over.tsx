import { useSearchParams } from 'react-router-dom';
import { loginUrl } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ownPath } from './return-to';

const WORDS = {
  expired: { title: 'This sign-in has expired', text: 'It took too long, or it was started in another browser. Signing in again takes a moment.' },
  refused: { title: 'You are not signed in', text: 'The sign-in was cancelled or could not be confirmed.' },
  away: { title: 'Sign-in is unavailable', text: 'We cannot sign you in right now. Please try again shortly.' },
};

export type SignInProblem = keyof typeof WORDS;

/** What went wrong, as the address says. */
export const problemIn = (search: URLSearchParams): SignInProblem | undefined => {
  const problem = search.get('problem') ?? '';
  return Object.hasOwn(WORDS, problem) ? (problem as SignInProblem) : undefined;
};

/** Shown when a sign-in cannot continue, with a link to a new one. */
export function SignInOver({ problem }: { problem: SignInProblem }) {
  const [search] = useSearchParams();
  const again = loginUrl(ownPath(search.get('returnTo')));
  return <EmptyState kind="error" {...WORDS[problem]} action={<Button asChild variant="primary"><a href={again}>Start again</a></Button>} />;
}
