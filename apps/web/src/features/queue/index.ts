/** The exports of this feature for other features. */
export { removeWorksOf } from './remove-works';
export { SignOutButton } from './sign-out-button';
export { useQueue } from './use-queue';
export { WaitingWorks } from './waiting-works';
