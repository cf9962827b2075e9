import type { EventDefinition } from './define-event.js';
import { accountDataErased } from './account-data-erased.event.js';
import { accountErased } from './account-erased.event.js';
import { accountVerified } from './account-verified.event.js';
import { avatarChanged } from './avatar-changed.event.js';
import { discoveryCreated } from './discovery-created.event.js';
import { discoveryLiked } from './discovery-liked.event.js';
import { discoveryRemoved } from './discovery-removed.event.js';
import { galleryVisibilityChanged } from './gallery-visibility-changed.event.js';
import { mediaReady } from './media-ready.event.js';
import { membershipChanged } from './membership-changed.event.js';
import { missionCompleted } from './mission-completed.event.js';
import { missionStarted } from './mission-started.event.js';
import { orderPaid } from './order-paid.event.js';
import { profileCompleted } from './profile-completed.event.js';
import { tokensAwarded } from './tokens-awarded.event.js';

/** Every published contract, every version. A version is removed only when no event in the retention window uses it. */
export const contracts: readonly EventDefinition[] = [
  accountDataErased,
  accountErased,
  accountVerified,
  avatarChanged,
  discoveryCreated,
  discoveryLiked,
  discoveryRemoved,
  galleryVisibilityChanged,
  mediaReady,
  membershipChanged,
  missionCompleted,
  missionStarted,
  orderPaid,
  profileCompleted,
  tokensAwarded,
];
