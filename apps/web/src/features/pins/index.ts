/** The exports of this feature for other features. */
export { PinChooser } from './pin-chooser';
export { DEFAULT_PINS, PIN_CATEGORIES, type PinCategory } from './pin-preferences';
