/** What other features use of this one. */
export { MenuButton } from './menu-button';
