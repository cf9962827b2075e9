/** Every published contract, every version: one line each. A line is removed when no event in the retention window has that version. */
export { accountDataErased } from './account-data-erased.event.js';
export { accountErased } from './account-erased.event.js';
export { accountVerified } from './account-verified.event.js';
export { avatarChanged } from './avatar-changed.event.js';
export { discoveryCreated } from './discovery-created.event.js';
export { discoveryLiked } from './discovery-liked.event.js';
export { discoveryRemoved } from './discovery-removed.event.js';
export { galleryVisibilityChanged } from './gallery-visibility-changed.event.js';
export { liveEventCancelled } from './live-event-cancelled.event.js';
export { liveEventCompleted } from './live-event-completed.event.js';
export { mediaReady } from './media-ready.event.js';
export { membershipChanged } from './membership-changed.event.js';
export { missionCompleted } from './mission-completed.event.js';
export { missionStarted } from './mission-started.event.js';
export { orderPaid } from './order-paid.event.js';
export { profileCompleted } from './profile-completed.event.js';
export { tokensAwarded } from './tokens-awarded.event.js';
