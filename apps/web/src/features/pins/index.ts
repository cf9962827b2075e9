/** What other features use of this one. */
export { PinChooser } from './pin-chooser';
export { DEFAULT_PINS, PIN_CATEGORIES, type PinCategory } from './pin-preferences';
