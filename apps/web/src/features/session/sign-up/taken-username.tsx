import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part';

/** The server's code for a taken username; the type of the field's error. */
export const USERNAME_TAKEN = 'USERNAME_TAKEN';

// Few need it, and it comes with the code of Apollo.
const Suggestions = lazyPart(
  () => import('./username-suggestions').then((module) => module.UsernameSuggestions),
  () => null,
);

/** Below the field of a username that is taken. */
export const TakenUsername = (props: ComponentProps<typeof Suggestions>) => (
  <Suspense fallback={null}>
    <Suggestions {...props} />
  </Suspense>
);
