import { useSearchParams } from 'react-router-dom';
import { loginDoor } from '../../app/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ownPath } from './return-to';

const WORDS = {
  expired: { title: 'This sign-in is over', text: 'It took too long, or it was begun in another browser. A new one takes a moment.' },
  refused: { title: 'You are not signed in', text: 'The sign-in was called off, or it could not be confirmed.' },
  away: { title: 'Sign-in is away', text: 'We cannot sign anybody in for a moment. Please try again shortly.' },
};

export type SignInProblem = keyof typeof WORDS;

/** What went wrong on the way, where the address says so. */
export const problemIn = (search: URLSearchParams): SignInProblem | undefined => {
  const problem = search.get('problem') ?? '';
  return Object.hasOwn(WORDS, problem) ? (problem as SignInProblem) : undefined;
};

/** A sign-in that cannot go on, and the way to a new one. */
export function SignInOver({ problem }: { problem: SignInProblem }) {
  const [search] = useSearchParams();
  const again = loginDoor(ownPath(search.get('returnTo')));
  return <EmptyState kind="error" {...WORDS[problem]} action={<Button asChild variant="primary"><a href={again}>Start again</a></Button>} />;
}
