/** What other features use of this one. */
export { isOldEnough } from './age';
export { CodeForm } from './code-form';
export { addPasskey, passkeyProblem, supportsPasskeys } from './passkeys';
export { AvatarField } from './sign-up/avatar-field';
export { signUpRules } from './sign-up/sign-up-rules';
export { USERNAME_TAKEN, UsernameSuggestions } from './sign-up/username-suggestions';
export { useRefreshUser, userKey, useUser } from './use-user';
