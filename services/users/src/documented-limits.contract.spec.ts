import { readFileSync } from 'node:fs';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  avatarUrlField,
  bioField,
  dateOfBirthField,
  pictureUrlField,
  signUpSchema,
  trialSignUpSchema,
  usernameField,
} from './accounts/sign-up.input.js';
import { suggestionsInput } from './accounts/username-suggestions.js';
import { newReply, newThread, postChange, threadList } from './forum/post.input.js';
import { notificationList, readInput, settingsInput, stopInput } from './notifications/notification.input.js';
import { pushSubscriptionInput, removedPushInput } from './push/push.input.js';
import { signInInput } from './identity/sign-ins.js';
import {
  appealDecisionInput,
  appealInput,
  decisionInput,
  reportInput,
  takedownInput,
} from './moderation/moderation.input.js';
import { newSecretInput, partnerDecisionInput, partnerRequestInput } from './partners/partners.input.js';
import { newPasskeyInput, passkeyNameInput } from './passkeys/passkey.input.js';
import { challengeInput } from './wallets/ethereum.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
const EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8057';
const profile = z.object({
  bio: bioField,
  avatarUrl: avatarUrlField,
  username: usernameField(),
  dateOfBirth: dateOfBirthField,
});

const CONTACT = 'A contact that is longer than any phone number or e-mail address is not parsed.';
const CODE = 'It is only compared by its hash.';
const INTERACTION = 'It is only looked up; none of another form is found.';
const PASSKEY = 'The form of WebAuthn, each text of which has its own limit in passkey.input.ts.';

/** The rules of a form's fields that are no plain texts. */
const ofForm = (input: string, schema: z.ZodObject, names: string[]) =>
  Object.fromEntries(names.map((name) => [`${input}.${name}`, [schema, name, { phone: {} }] as const]));

/** What is bounded by another rule than a limit of its size. */
const unlimited = {
  ...Object.fromEntries(
    ['illegalFinds', 'legalFinds', 'wetPaintFlicks', 'productions', 'stencils', 'tags'].map((name) => [
      `PinPreferencesInput.${name}`,
      "One of its category's five emoji.",
    ]),
  ),
  ...ofForm('SignUpInput', signUpSchema, [
    'email',
    'username',
    'dateOfBirth',
    'experience',
    'interests',
    'referralSource',
  ]),
  ...ofForm('TrialSignUpInput', trialSignUpSchema, ['email', 'username', 'experience', 'interests']),
  ...Object.fromEntries(['SignUpInput', 'TrialSignUpInput'].map((input) => [`${input}.phone`, CONTACT])),
  'CompleteProfileInput.username': [profile, 'username'] as const,
  'CompleteProfileInput.dateOfBirth': [profile, 'dateOfBirth'] as const,
  'TakedownInput.contact': [takedownInput, 'contact'] as const,
  'DecisionInput.version': 'It is only compared with the version of the case.',
  ...Object.fromEntries(
    ['off', 'emailOff', 'pushOff'].map((name) => [
      `NotificationSettingsInput.${name}`,
      [settingsInput, name, {}, 'award'] as const,
    ]),
  ),
  'PushSubscriptionInput.p256dh': [pushSubscriptionInput, 'p256dh'] as const,
  'PushSubscriptionInput.auth': [pushSubscriptionInput, 'auth'] as const,
  'PartnerRequestInput.website': [partnerRequestInput, 'website'] as const,
  'PartnerRequestInput.scopes': [partnerRequestInput, 'scopes', {}, 'art:read'] as const,
  'PartnerRequestInput.redirectUris': [
    partnerRequestInput,
    'redirectUris',
    {},
    'https://partner.example/back',
  ] as const,
  'Query.appAuthorization.interaction': INTERACTION,
  'Mutation.decideAppAuthorization.interaction': INTERACTION,
  'Query.player.username': 'A name that is longer than any is not looked up.',
  'Mutation.verifyContact.code': CODE,
  'Mutation.changeContact.code': CODE,
  'Mutation.eraseAccount.code': CODE,
  'Mutation.signIn.code': CODE,
  'Mutation.requestSignInCode.contact': CONTACT,
  'Mutation.requestContactChange.contact': CONTACT,
  'Mutation.changeContact.contact': CONTACT,
  'Mutation.signIn.contact': CONTACT,
  'Mutation.challengeWallet.address': [challengeInput, 'address'] as const,
  'Mutation.challengeWallet.chainId': [challengeInput, 'chainId'] as const,
  'Mutation.linkWallet.message': 'It has to be the message that the service gave out.',
  'Mutation.linkWallet.signature': 'A signature has 132 characters; another one is refused before it is computed.',
  'Mutation.completeTutorialStep.step': 'One of eight steps.',
  'Mutation.addPasskey.response': PASSKEY,
  'Mutation.signInByPasskey.response': PASSKEY,
  'Mutation.signInByIdToken.idToken': 'For the gateway only.',
  'Mutation.signInByIdToken.nonce': 'For the gateway only.',
};

describe('the documented limits', () => {
  it('are those that the service holds to', () => {
    const rules = {
      ...Object.fromEntries(
        ['firstName', 'lastName', 'city', 'region', 'referralCode'].map((name) => [
          `TrialSignUpInput.${name}`,
          [trialSignUpSchema, name, { phone: {} }] as const,
        ]),
      ),
      ...Object.fromEntries(
        ['firstName', 'lastName', 'city', 'country', 'bio', 'avatarUrl'].map((name) => [
          `SignUpInput.${name}`,
          [signUpSchema, name, { phone: {} }] as const,
        ]),
      ),
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
      'TakedownInput.note': [
        takedownInput,
        'note',
        { subject: { kind: 'work', id: EXAMPLE }, contact: 'a@example.org' },
      ] as const,
      'DecisionInput.reason': [decisionInput, 'reason', { id: EXAMPLE, version: 1, outcome: 'dismiss' }] as const,
      'DecisionInput.suspendedDays': [
        decisionInput,
        'suspendedDays',
        { id: EXAMPLE, version: 1, outcome: 'suspend', reason: 'x' },
      ] as const,
      'AppealInput.text': [appealInput, 'text', { id: EXAMPLE }] as const,
      'AppealDecisionInput.reason': [appealDecisionInput, 'reason', { id: EXAMPLE, overturned: true }] as const,
      ...Object.fromEntries(
        ['name', 'purpose'].map((name) => [
          `PartnerRequestInput.${name}`,
          [partnerRequestInput, name, { name: 'x', purpose: 'x', scopes: ['art:read'] }] as const,
        ]),
      ),
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
    expect(differencesFromDocumentedLimits(typeDefs, rules, unlimited)).toEqual([]);
  });
});
