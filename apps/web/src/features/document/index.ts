/** The exports of this feature for other features. */
export { documentDrafts, draftOwners } from './document-drafts';
export { FreshToggle, PinPicker, RolePicker } from './document-fields';
export { documentPayload, type DocumentBody, type SendDocument, type SentDocument, type WorkToSend } from './drafts';
export { documentAdded, refreshAfterDocument } from './use-actions';
