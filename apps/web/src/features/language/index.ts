/** What other features use of this one. */
export { LanguageSwitch } from './language-switch';
export { usedInMenu } from './used-switch';
