/** What other features use of this one. */
export { mayDo } from './may';
