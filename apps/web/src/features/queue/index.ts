/** What other features use of this one. */
export { SignOutButton } from './sign-out-button';
export { submitWork } from './submit-work';
export { useQueue } from './use-queue';
