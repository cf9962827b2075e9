/**
 * Every published contract, every version: one line each. A line is removed when no event in the retention window has
 * that version.
 */
export { accessTokenRevoked } from './access-token-revoked.event.js';
export { accountDataErased } from './account-data-erased.event.js';
export { accountErased } from './account-erased.event.js';
export { accountStandingChanged } from './account-standing-changed.event.js';
export { accountVerified } from './account-verified.event.js';
export { avatarChanged } from './avatar-changed.event.js';
export { consentEnded } from './consent-ended.event.js';
export { contactConfirmed } from './contact-confirmed.event.js';
export { contentModerated } from './content-moderated.event.js';
export { discoveryAwardReleased } from './discovery-award-released.event.js';
export { discoveryCreated } from './discovery-created.event.js';
export { discoveryHidden } from './discovery-hidden.event.js';
export { discoveryLiked } from './discovery-liked.event.js';
export { discoveryRemoved } from './discovery-removed.event.js';
export { discoveryShown } from './discovery-shown.event.js';
export { galleryVisibilityChanged } from './gallery-visibility-changed.event.js';
export { liveEventCancelled } from './live-event-cancelled.event.js';
export { liveEventChanged } from './live-event-changed.event.js';
export { liveEventCompleted } from './live-event-completed.event.js';
export { mediaReady } from './media-ready.event.js';
export { membershipChanged } from './membership-changed.event.js';
export { membershipNews } from './membership-news.event.js';
export { missionCompleted } from './mission-completed.event.js';
export { missionStarted } from './mission-started.event.js';
export { orderPaid } from './order-paid.event.js';
export { orderUpdated } from './order-updated.event.js';
export { partnerClientChanged } from './partner-client-changed.event.js';
export { playerNotified } from './player-notified.event.js';
export { profileCompleted } from './profile-completed.event.js';
export { sessionEnded } from './session-ended.event.js';
export { sessionsRevoked } from './sessions-revoked.event.js';
export { signedOutElsewhere } from './signed-out-elsewhere.event.js';
export { signUpExpired } from './sign-up-expired.event.js';
export { subjectMerged } from './subject-merged.event.js';
export { tokensAwarded } from './tokens-awarded.event.js';
export { uploadEnded } from './upload-ended.event.js';
export { webhookPaused } from './webhook-paused.event.js';
