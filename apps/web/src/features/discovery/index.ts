/** The exports of this feature for other features. */
export type { Area } from './nearby';
export { FreshToggle, PinPicker, RolePicker } from './document-fields';
export { type DocumentBody, documentPayload, type SendDocument, type SentDocument, type WorkToSend } from './drafts';
export { documentAdded, refreshAfterDocument } from './use-actions';
export { documentDrafts, draftOwners } from './document-drafts';
