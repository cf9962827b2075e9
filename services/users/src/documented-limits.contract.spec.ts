import { readFileSync } from 'node:fs';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { avatarUrlField, bioField, pictureUrlField, signUpSchema, trialSignUpSchema } from './accounts/sign-up.input.js';
import { suggestionsInput } from './accounts/username-suggestions.js';
import { newReply, newThread, postChange, threadList } from './forum/post.input.js';
import { notificationList, readInput, settingsInput, stopInput } from './notifications/notification.input.js';
import { pushSubscriptionInput, removedPushInput } from './push/push.input.js';
import { signInInput } from './identity/sign-ins.js';
import { appealDecisionInput, appealInput, decisionInput, reportInput, takedownInput } from './moderation/moderation.input.js';
import { newSecretInput, partnerDecisionInput, partnerRequestInput } from './partners/partners.input.js';
import { newPasskeyInput, passkeyNameInput } from './passkeys/passkey.input.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
const EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8057';
const profile = z.object({ bio: bioField, avatarUrl: avatarUrlField });

describe('the documented limits', () => {
  it('are those that the service holds to', () => {
    const rules = {
      ...Object.fromEntries(['firstName', 'lastName', 'city', 'region', 'referralCode'].map((name) => [`TrialSignUpInput.${name}`, [trialSignUpSchema, name, { phone: {} }] as const])),
      ...Object.fromEntries(['firstName', 'lastName', 'city', 'country', 'bio', 'avatarUrl'].map((name) => [`SignUpInput.${name}`, [signUpSchema, name, { phone: {} }] as const])),
      'CompleteProfileInput.bio': [profile, 'bio'] as const,
      'CompleteProfileInput.avatarUrl': [profile, 'avatarUrl'] as const,
      'Mutation.setProfilePicture.imageUrl': [z.object({ imageUrl: pictureUrlField }), 'imageUrl'] as const,
      'Mutation.addPasskey.name': [newPasskeyInput, 'name'] as const,
      'Mutation.renamePasskey.name': [passkeyNameInput, 'name'] as const,
      'Query.usernameSuggestions.like': [suggestionsInput, 'like'] as const,
      'Mutation.signIn.interaction': [signInInput, 'interaction'] as const,
      'Mutation.signInByPasskey.interaction': [signInInput, 'interaction'] as const,
      'CreateThreadInput.title': [newThread, 'title'] as const,
      'CreateThreadInput.content': [newThread, 'content'] as const,
      'EditPostInput.title': [postChange, 'title'] as const,
      'EditPostInput.content': [postChange, 'content'] as const,
      'Mutation.replyToThread.content': [newReply, 'content'] as const,
      'ReportInput.note': [reportInput, 'note', { subject: { kind: 'work', id: EXAMPLE }, reason: 'spam' }] as const,
      'TakedownInput.note': [takedownInput, 'note', { subject: { kind: 'work', id: EXAMPLE }, contact: 'a@example.org' }] as const,
      'DecisionInput.reason': [decisionInput, 'reason', { id: EXAMPLE, version: 1, outcome: 'dismiss' }] as const,
      'DecisionInput.suspendedDays': [decisionInput, 'suspendedDays', { id: EXAMPLE, version: 1, outcome: 'suspend', reason: 'x' }] as const,
      'AppealInput.text': [appealInput, 'text', { id: EXAMPLE }] as const,
      'AppealDecisionInput.reason': [appealDecisionInput, 'reason', { id: EXAMPLE, overturned: true }] as const,
      ...Object.fromEntries(['name', 'purpose'].map((name) => [`PartnerRequestInput.${name}`, [partnerRequestInput, name, { name: 'x', purpose: 'x', scopes: ['art:read'] }] as const])),
      'PartnerDecisionInput.reason': [partnerDecisionInput, 'reason', { id: EXAMPLE, isApproved: true }] as const,
      'Mutation.createPartnerSecret.overlapHours': [newSecretInput, 'overlapHours', { id: EXAMPLE }] as const,
      'Query.threads.search': [threadList, 'search'] as const,
      'Query.threads.first': [threadList, 'first'] as const,
      'Query.notifications.first': [notificationList, 'first'] as const,
      'Mutation.markNotificationsRead.ids': [readInput, 'ids'] as const,
      'NotificationSettingsInput.timeZone': [settingsInput, 'timeZone'] as const,
      'PushSubscriptionInput.endpoint': [pushSubscriptionInput, 'endpoint'] as const,
      'Mutation.removePushSubscription.endpoint': [removedPushInput, 'endpoint'] as const,
      'Mutation.stopDigest.token': [stopInput, 'token'] as const,
    };
    expect(differencesFromDocumentedLimits(typeDefs, rules)).toEqual([]);
  });
});
