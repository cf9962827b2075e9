/** The exports of this feature for other features. */
export { LanguageSwitch } from './language-switch';
export { usedInMenu } from './used-switch';
