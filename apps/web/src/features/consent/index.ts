/** The exports of this feature for other features. */
export { permissionTexts } from './permission-texts';
