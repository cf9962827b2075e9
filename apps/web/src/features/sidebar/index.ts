/** The exports of this feature for other features. */
export { MenuButton } from './menu-button';
