/** The exports of this feature for other features. */
export { isOldEnough } from './age';
export { CodeForm } from './code-form';
export { startCodeWait, VERIFICATION } from './code-wait';
export { useDraftForm, useDraftKey, readDraft, useKeepDraft, clearDraft } from './form-draft';
export { addPasskey, passkeyProblem, supportsPasskeys } from './passkeys';
export { DRAFTS, clearFormerAccount, clearPersonalData, keepPersonalDataOf } from './personal-data';
export { AvatarField } from './sign-up/avatar-field';
export { Pair, Part } from './sign-up/form-parts';
export { InterestsField } from './sign-up/interests-field';
export { EXPERIENCE, signUpRules, tooYoung, usernameRule } from './sign-up/sign-up-rules';
export { TakenUsername, USERNAME_TAKEN } from './sign-up/taken-username';
export { useOwnEmail } from './use-own-email';
export { useRefreshUser, useUser } from './use-user';
export { VerifyContactForm } from './verify-contact-card';
