// Written by `npm run generate` from the page's *.graphql.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Where to ship to. Which parts are needed depends on the country. */
export type AddressInput = {
  name: string;
  line1: string;
  line2?: string | null | undefined;
  city: string;
  /** State or province; needed where addresses have one, for example in the US, Canada and Australia. */
  region?: string | null | undefined;
  /** Needed where the country has them; its form is checked for the countries where most players live. */
  postalCode?: string | null | undefined;
  /** ISO 3166-1 alpha-2, for example `AU`. */
  country: string;
  phone?: string | null | undefined;
};

export type AppealDecisionInput = {
  /** Of the case. */
  id: string | number;
  overturned: boolean;
  /** For the affected player to read. */
  reason: string;
};

export type AppealInput = {
  /** Of the notice. */
  id: string | number;
  text: string;
};

/** What kind of work it is. */
export type ArtType =
  | 'graffiti'
  | 'digital'
  | 'photo'
  | 'sketch';

/** One product and size, and how many of it. */
export type CartLineInput = {
  productId: string | number;
  /** One of the product's sizes; null for a product of one size. */
  size?: string | null | undefined;
  /** Of the same product and size at most 200 in all. */
  quantity: number;
};

/** What a buyer has to know of a line before the payment. */
export type CartNotice =
  /** It costs another amount than when its quantity was set. */
  | 'price_changed'
  | 'out_of_stock'
  /** None is left only because other buyers have reserved the last ones. */
  | 'reserved'
  /** Fewer are left than wanted; only those are counted. */
  | 'fewer_left'
  /** It is no longer offered. */
  | 'gone';

export type CheckoutInput = {
  /** Gets the receipt; at most 254 characters. */
  email: string;
  address: AddressInput;
  /** At least one, at most 50. */
  lines: Array<CartLineInput>;
  /** The total that the buyer saw, in minor units; another one is refused with `TOTAL_CHANGED`. */
  expectedTotal?: number | null | undefined;
};

export type ContactKind =
  | 'phone'
  | 'email';

/** No field is non-null here, for the reason given at SignUpInput. */
export type CreateThreadInput = {
  /** Required, one line of at most 120 characters. */
  title?: string | null | undefined;
  /** Required, plain text of at most 5,000 characters. `@` and a username mention a player. */
  content?: string | null | undefined;
};

export type DecisionInput = {
  /** Of the case. */
  id: string | number;
  /** Of the case as it was read. */
  version: number;
  outcome: ModerationOutcome;
  /** For the affected player to read. */
  reason: string;
  /** Of a suspension; without it the suspension has no end. */
  suspendedDays?: number | null | undefined;
};

export type Digest =
  | 'off'
  /** At 8 o'clock. */
  | 'daily'
  /** On Mondays at 8 o'clock. */
  | 'weekly';

/** What the player was to the work: who photographed it earns 50 Spray Coins, who made it 150. */
export type DiscoveryRole =
  | 'photographer'
  | 'artist';

/** Whether the work can still be seen at its place. */
export type DiscoveryStatus =
  | 'standing'
  | 'gone';

/** What is left out stays as it is. */
export type EditPostInput = {
  /** Of a thread: one line of at most 120 characters. */
  title?: string | null | undefined;
  /** Plain text of at most 5,000 characters. */
  content?: string | null | undefined;
};

export type InvoiceStatus =
  | 'paid'
  | 'open'
  | 'void';

/** A language of the product, as a BCP 47 tag. */
export type Language =
  | 'en'
  | 'fr'
  | 'es'
  | 'de';

export type LeaderboardArea =
  | 'world'
  /** The country that the caller's account names. */
  | 'country'
  /** The city that the caller's account names, in its country. */
  | 'city';

/** Periods by the time of the booking, in UTC. */
export type LeaderboardPeriod =
  | 'all'
  /** The calendar month. */
  | 'month'
  /** The week from Monday. */
  | 'week';

/** Changes to an event, with the limits of `LiveEventInput`; missing fields are not changed. A `rewardName` of null removes it. */
export type LiveEventChanges = {
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** Stays once the event has begun. */
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  placeName?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  timeZone?: string | null | undefined;
  /** Does not get less once the event has begun. */
  rewardTokens?: number | null | undefined;
  /** Stays once the event has begun, where there is one. */
  rewardName?: string | null | undefined;
};

/** An event as organisers plan it. */
export type LiveEventInput = {
  title: string;
  description: string;
  /** Less than 366 days from now. */
  startsAt: string;
  /** After the start and after now, at most 31 days after the start. */
  endsAt: string;
  placeName: string;
  /** Degrees, WGS 84. */
  latitude: number;
  /** Degrees, WGS 84. */
  longitude: number;
  /** Of the place: a name of the IANA database, for example `Australia/Melbourne`. */
  timeZone: string;
  /** Spray Coins for everyone who takes part when it ends. */
  rewardTokens: number;
  /** What else they get, by its name. */
  rewardName?: string | null | undefined;
};

/** A cancelled event has ended. */
export type LiveEventStatus =
  | 'upcoming'
  | 'live'
  | 'ended';

export type MembershipStatus =
  /** There is none and was none. */
  | 'none'
  /** The first payment, or the card of the trial, is awaited. */
  | 'incomplete'
  | 'trialing'
  | 'active'
  /** A renewal could not be paid; see `graceUntil`. */
  | 'past_due'
  | 'cancelled';

export type ModerationAction =
  | 'claimed'
  | 'decided'
  | 'appealed'
  | 'upheld'
  | 'overturned';

export type ModerationOutcome =
  /** Nothing is done. */
  | 'dismiss'
  /** It is hidden while the decision is in force. */
  | 'hide'
  | 'remove'
  | 'warn'
  /** The player may not change anything; the reported post, work or picture is hidden. */
  | 'suspend';

/** What a notification is about. */
export type NotificationKind =
  | 'award'
  | 'mission'
  | 'reply'
  | 'mention'
  | 'like'
  | 'moderation'
  | 'achievement'
  | 'event'
  | 'partner';

/** What is left out stays as it is. */
export type NotificationSettingsInput = {
  /** Kinds to turn off, in place of those chosen before. */
  off?: Array<NotificationKind> | null | undefined;
  /** Kinds that are not sent to the caller by e-mail, in place of those chosen before. */
  emailOff?: Array<NotificationKind> | null | undefined;
  /** Kinds that are not sent to the caller's browsers, in place of those chosen before. */
  pushOff?: Array<NotificationKind> | null | undefined;
  /** Other than `off` only with a confirmed e-mail address. */
  digest?: Digest | null | undefined;
  /** A name of IANA, for example `Europe/Paris`. */
  timeZone?: string | null | undefined;
};

export type OrderStatus =
  /** Its goods are kept until `reservedUntil`. */
  | 'awaiting_payment'
  | 'paid'
  | 'shipped'
  /** By the buyer or the shop, before it was shipped; what was paid goes back. */
  | 'cancelled'
  /** It was not paid in time. */
  | 'expired'
  /** All of the money went back or is on its way. */
  | 'refunded';

export type PaletteInput = {
  name: string;
  /** 1 to 24 codes of the chart, each once. */
  colors: Array<string | number>;
};

export type ParticipationStatus =
  | 'active'
  | 'completed'
  | 'left';

/** A request waits, is declined, or has made a client, which is active until it is revoked. */
export type PartnerClientState =
  | 'waiting'
  | 'declined'
  | 'active'
  | 'revoked';

export type PartnerDecisionInput = {
  id: string | number;
  isApproved: boolean;
  /** The player reads it; required to decline. */
  reason?: string | null | undefined;
};

export type PartnerRequestInput = {
  /** Unique among clients. */
  name: string;
  /** What it is for. */
  purpose: string;
  /** An http or https address of at most 500 characters. */
  website?: string | null | undefined;
  /** At least one of the scopes of docs/partners.md. */
  scopes: Array<string>;
  /**
   * With `discoveries:write`, where players come back to after they have agreed: https, http on the loopback interface, or
   * a scheme that is a domain name backwards. At most 5 of at most 500 characters.
   */
  redirectUris?: Array<string> | null | undefined;
  /** Whether it is an app on people's devices, which can keep no secret. Such a client has only `discoveries:write`. */
  isPublic?: boolean | null | undefined;
};

/** Where the page sends cards: `test` takes test cards only, `live` real ones. */
export type PaymentMode =
  | 'test'
  | 'live';

export type PinPreferencesInput = {
  illegalFinds?: string | null | undefined;
  legalFinds?: string | null | undefined;
  wetPaintFlicks?: string | null | undefined;
  productions?: string | null | undefined;
  stencils?: string | null | undefined;
  tags?: string | null | undefined;
};

/** What a player does to another one: `mute` collapses their posts and sends no notices of them; `block` hides their posts, and they can no longer reply to the player or mention them. */
export type PlayerFilterKind =
  | 'block'
  | 'mute';

/** Whether a post's text is shown: `hidden` by moderators, who leave it to its author, `removed` by moderators, or `deleted` by its author, which only threads with replies are. */
export type PostState =
  | 'shown'
  | 'hidden'
  | 'removed'
  | 'deleted';

export type ProductCategory =
  | 'apparel'
  | 'accessories'
  | 'spray_paint'
  | 'markers';

/** What is left out stays as it is. */
export type ProfileVisibilityInput = {
  picture?: boolean | null | undefined;
  bio?: boolean | null | undefined;
  /** Level and number of discoveries. */
  statistics?: boolean | null | undefined;
  /** Joining date. */
  joined?: boolean | null | undefined;
  gallery?: boolean | null | undefined;
  /** The linked wallet. */
  wallet?: boolean | null | undefined;
};

/** Of a browser's PushSubscription; keys in base64url. */
export type PushSubscriptionInput = {
  /** An https address of a push service that we know. */
  endpoint: string;
  /** Its public key, an uncompressed point of P-256: 65 bytes. */
  p256dh: string;
  /** Its secret: 16 bytes. */
  auth: string;
};

export type ReportInput = {
  subject: ReportSubjectInput;
  reason: ReportReason;
  note?: string | null | undefined;
};

export type ReportReason =
  | 'minors'
  | 'dangerous_place'
  | 'private_place'
  | 'nudity'
  | 'hate'
  | 'harassment'
  /** The artist asks for the work to be taken down. */
  | 'artist_request'
  | 'copyright'
  | 'spam'
  | 'wrong_info'
  /** With a note. */
  | 'other';

export type ReportSubjectInput = {
  kind: ReportSubjectKind;
  id: string | number;
};

export type ReportSubjectKind =
  /** A post of the discussions. */
  | 'post'
  /** A work on the map. */
  | 'work'
  /** A picture, by the last part of its path. */
  | 'picture'
  /** A player, by the public id. */
  | 'player';

/** An artist's request, with or without an account. */
export type TakedownInput = {
  /** A work or a picture. */
  subject: ReportSubjectInput;
  /** E-mail address for questions. */
  contact: string;
  /** Why the work is the artist's. */
  note: string;
};

export type WebhookEndpointInput = {
  /** One of the caller's clients; a partner may leave it out. */
  clientId?: string | number | null | undefined;
  /** https, without user name, password and fragment, on a public address. */
  url: string;
  /** Those of `Change.kind`, within the scopes of the client. */
  kinds: Array<string>;
  /** West, south, east and north in degrees; without it, the whole world. */
  bbox?: Array<number> | null | undefined;
};

/** All of it replaces what there is. */
export type WebhookEndpointUpdate = {
  /** https, without user name, password and fragment, on a public address. */
  url: string;
  /** Those of `Change.kind`, within the scopes of the client. */
  kinds: Array<string>;
  /** West, south, east and north in degrees; without it, the whole world. */
  bbox?: Array<number> | null | undefined;
};

/** Whether messages go out. After 72 hours of failures an endpoint is paused. */
export type WebhookState =
  | 'active'
  | 'paused';

export type MyAppsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyAppsQuery = { myApps: Array<{ __typename: 'AppAccess', id: string, name: string, website: string | null, owner: string | null, scopes: Array<string>, agreedAt: string, lastUsedAt: string | null }> };

export type RevokeAppMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeAppMutation = { revokeApp: boolean };

export type RequestContactChangeMutationVariables = Exact<{
  contact: string;
}>;


export type RequestContactChangeMutation = { requestContactChange: boolean };

export type ChangeContactMutationVariables = Exact<{
  contact: string;
  code: string;
}>;


export type ChangeContactMutation = { changeContact: boolean };

export type PasskeysQueryVariables = Exact<{ [key: string]: never; }>;


export type PasskeysQuery = { myPasskeys: Array<(
    { __typename: 'Passkey', id: string }
    & { ' $fragmentRefs'?: { 'PasskeyFragment': PasskeyFragment } }
  )> };

export type RenamePasskeyMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenamePasskeyMutation = { renamePasskey: (
    { __typename: 'Passkey', id: string }
    & { ' $fragmentRefs'?: { 'PasskeyFragment': PasskeyFragment } }
  ) };

export type RemovePasskeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RemovePasskeyMutation = { removePasskey: boolean };

export type PasskeyFragment = { __typename: 'Passkey', name: string, backedUp: boolean, createdAt: string, lastUsedAt: string | null } & { ' $fragmentName'?: 'PasskeyFragment' };

export type SetPinPreferencesMutationVariables = Exact<{
  input: PinPreferencesInput;
}>;


export type SetPinPreferencesMutation = { setPinPreferences: { __typename: 'PinPreferences', illegalFinds: string, legalFinds: string, wetPaintFlicks: string, productions: string, stencils: string, tags: string } };

export type VisibilityQueryVariables = Exact<{ [key: string]: never; }>;


export type VisibilityQuery = { me: { __typename: 'Me', id: string, visibility: (
      { __typename: 'ProfileVisibility' }
      & { ' $fragmentRefs'?: { 'VisibilityFragment': VisibilityFragment } }
    ) } | null };

export type SetVisibilityMutationVariables = Exact<{
  input: ProfileVisibilityInput;
}>;


export type SetVisibilityMutation = { setVisibility: (
    { __typename: 'ProfileVisibility' }
    & { ' $fragmentRefs'?: { 'VisibilityFragment': VisibilityFragment } }
  ) };

export type VisibilityFragment = { __typename: 'ProfileVisibility', picture: boolean, bio: boolean, statistics: boolean, joined: boolean, gallery: boolean, wallet: boolean } & { ' $fragmentName'?: 'VisibilityFragment' };

export type ChallengeWalletMutationVariables = Exact<{
  address: string;
  chainId: number;
}>;


export type ChallengeWalletMutation = { challengeWallet: { __typename: 'WalletChallengePayload', message: string } };

export type LinkWalletMutationVariables = Exact<{
  message: string;
  signature: string;
}>;


export type LinkWalletMutation = { linkWallet: { __typename: 'Wallet', address: string, linkedAt: string } };

export type UnlinkWalletMutationVariables = Exact<{ [key: string]: never; }>;


export type UnlinkWalletMutation = { unlinkWallet: boolean };

export type ColorsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ColorsQuery = { colors: { __typename: 'ColorConnection', nodes: Array<{ __typename: 'Color', code: string, name: string, family: string, hex: string, lightness: number, hue: number | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type PaletteFieldsFragment = { __typename: 'Palette', id: string, name: string, changedAt: string, colors: Array<{ __typename: 'Color', code: string, name: string, hex: string }> } & { ' $fragmentName'?: 'PaletteFieldsFragment' };

export type PalettesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PalettesQuery = { palettes: { __typename: 'PaletteConnection', nodes: Array<(
      { __typename: 'Palette' }
      & { ' $fragmentRefs'?: { 'PaletteFieldsFragment': PaletteFieldsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type AddPaletteMutationVariables = Exact<{
  input: PaletteInput;
}>;


export type AddPaletteMutation = { addPalette: (
    { __typename: 'Palette' }
    & { ' $fragmentRefs'?: { 'PaletteFieldsFragment': PaletteFieldsFragment } }
  ) };

export type ChangePaletteMutationVariables = Exact<{
  id: string | number;
  input: PaletteInput;
}>;


export type ChangePaletteMutation = { changePalette: (
    { __typename: 'Palette' }
    & { ' $fragmentRefs'?: { 'PaletteFieldsFragment': PaletteFieldsFragment } }
  ) };

export type DeletePaletteMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePaletteMutation = { deletePalette: boolean };

export type IsProQueryVariables = Exact<{ [key: string]: never; }>;


export type IsProQuery = { membership: { __typename: 'Membership', isPro: boolean } };

export type AppAuthorizationQueryVariables = Exact<{
  interaction: string;
}>;


export type AppAuthorizationQuery = { appAuthorization: { __typename: 'AppAuthorization', name: string, website: string | null, owner: string | null, scopes: Array<string>, isLasting: boolean, returnsTo: string } | null };

export type DecideAppAuthorizationMutationVariables = Exact<{
  interaction: string;
  isAllowed: boolean;
}>;


export type DecideAppAuthorizationMutation = { decideAppAuthorization: string };

export type OwnClientFragment = { __typename: 'PartnerClient', id: string, name: string, purpose: string, website: string | null, scopes: Array<string>, redirectUris: Array<string>, isPublic: boolean, state: PartnerClientState, reason: string | null, requestedAt: string, decidedAt: string | null, hasSecret: boolean, rotatedAt: string | null, formerSecretUntil: string | null, revokedAt: string | null } & { ' $fragmentName'?: 'OwnClientFragment' };

export type MyPartnerClientsQueryVariables = Exact<{ [key: string]: never; }>;


export type MyPartnerClientsQuery = { myPartnerClients: Array<(
    { __typename: 'PartnerClient', id: string }
    & { ' $fragmentRefs'?: { 'OwnClientFragment': OwnClientFragment } }
  )> };

export type RequestPartnerClientMutationVariables = Exact<{
  input: PartnerRequestInput;
}>;


export type RequestPartnerClientMutation = { requestPartnerClient: (
    { __typename: 'PartnerClient', id: string }
    & { ' $fragmentRefs'?: { 'OwnClientFragment': OwnClientFragment } }
  ) };

export type CreatePartnerSecretMutationVariables = Exact<{
  id: string | number;
  overlapHours: number;
}>;


export type CreatePartnerSecretMutation = { createPartnerSecret: { __typename: 'PartnerSecret', secret: string, client: (
      { __typename: 'PartnerClient', id: string }
      & { ' $fragmentRefs'?: { 'OwnClientFragment': OwnClientFragment } }
    ) } };

export type RevokePartnerClientMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokePartnerClientMutation = { revokePartnerClient: (
    { __typename: 'PartnerClient', id: string }
    & { ' $fragmentRefs'?: { 'OwnClientFragment': OwnClientFragment } }
  ) };

export type PartnerRequestsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PartnerRequestsQuery = { partnerRequests: { __typename: 'PartnerRequestConnection', nodes: Array<{ __typename: 'PartnerRequest', id: string, player: string | null, name: string, purpose: string, website: string | null, scopes: Array<string>, redirectUris: Array<string>, isPublic: boolean, requestedAt: string, activeClients: number }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type DecidePartnerRequestMutationVariables = Exact<{
  input: PartnerDecisionInput;
}>;


export type DecidePartnerRequestMutation = { decidePartnerRequest: boolean };

export type ClientWorksQueryVariables = Exact<{
  clientId: string | number;
}>;


export type ClientWorksQuery = { clientWorks: Array<{ __typename: 'WorksOfDay', at: string, works: number }> };

export type EndpointFragment = { __typename: 'WebhookEndpoint', id: string, url: string, kinds: Array<string>, bbox: Array<number> | null, state: WebhookState, pausedAt: string | null, failingSince: string | null, nextAttemptAt: string | null, lastDeliveredAt: string | null, formerSecretUntil: string | null, isTesting: boolean, createdAt: string } & { ' $fragmentName'?: 'EndpointFragment' };

export type WebhookEndpointsQueryVariables = Exact<{
  clientId: string | number;
}>;


export type WebhookEndpointsQuery = { webhookEndpoints: Array<(
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  )> };

export type WebhookDeliveriesQueryVariables = Exact<{
  endpointId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { __typename: 'WebhookDeliveryConnection', nodes: Array<{ __typename: 'WebhookDelivery', id: string, messageId: string, kind: string, at: string, attempt: number, status: number | null, durationMs: number, error: string | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type CreateWebhookEndpointMutationVariables = Exact<{
  input: WebhookEndpointInput;
}>;


export type CreateWebhookEndpointMutation = { createWebhookEndpoint: { __typename: 'WebhookEndpointWithSecret', secret: string, endpoint: (
      { __typename: 'WebhookEndpoint', id: string }
      & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
    ) } };

export type UpdateWebhookEndpointMutationVariables = Exact<{
  id: string | number;
  input: WebhookEndpointUpdate;
}>;


export type UpdateWebhookEndpointMutation = { updateWebhookEndpoint: (
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  ) };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string | number;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { __typename: 'WebhookEndpointWithSecret', secret: string, endpoint: (
      { __typename: 'WebhookEndpoint', id: string }
      & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
    ) } };

export type DeleteWebhookEndpointMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebhookEndpointMutation = { deleteWebhookEndpoint: boolean };

export type ReplayWebhookMutationVariables = Exact<{
  id: string | number;
  since: string;
}>;


export type ReplayWebhookMutation = { replayWebhook: (
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  ) };

export type RedeliverWebhookMutationVariables = Exact<{
  id: string | number;
  deliveryId: string | number;
}>;


export type RedeliverWebhookMutation = { redeliverWebhook: (
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  ) };

export type ResumeWebhookEndpointMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeWebhookEndpointMutation = { resumeWebhookEndpoint: (
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  ) };

export type TestWebhookMutationVariables = Exact<{
  id: string | number;
}>;


export type TestWebhookMutation = { testWebhook: (
    { __typename: 'WebhookEndpoint', id: string }
    & { ' $fragmentRefs'?: { 'EndpointFragment': EndpointFragment } }
  ) };

export type PostFieldsFragment = { __typename: 'ForumPost', id: string, threadId: string, title: string | null, content: string | null, state: PostState, createdAt: string, editedAt: string | null, editableUntil: string | null, activeAt: string, likes: number, liked: boolean, isOwn: boolean, isMuted: boolean, isHiddenByMe: boolean, replyCount: number, author: { __typename: 'Player', id: string, username: string | null, profileImageUrl: string | null } | null, mentions: Array<{ __typename: 'Mention', written: string, username: string }> } & { ' $fragmentName'?: 'PostFieldsFragment' };

export type PostListFieldsFragment = { __typename: 'ForumPost', id: string, title: string | null, activeAt: string, likes: number, replyCount: number, isMuted: boolean, author: { __typename: 'Player', id: string, username: string | null, profileImageUrl: string | null } | null } & { ' $fragmentName'?: 'PostListFieldsFragment' };

export type DiscussionsQueryVariables = Exact<{
  search?: string | null | undefined;
  language?: Language | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type DiscussionsQuery = { threads: { __typename: 'ForumPostConnection', nodes: Array<(
      { __typename: 'ForumPost' }
      & { ' $fragmentRefs'?: { 'PostListFieldsFragment': PostListFieldsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type DiscussionQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type DiscussionQuery = { thread: (
    { __typename: 'ForumPost', replies: { __typename: 'ForumPostConnection', nodes: Array<(
        { __typename: 'ForumPost' }
        & { ' $fragmentRefs'?: { 'PostFieldsFragment': PostFieldsFragment } }
      )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } }
    & { ' $fragmentRefs'?: { 'PostFieldsFragment': PostFieldsFragment } }
  ) | null };

export type BeginDiscussionMutationVariables = Exact<{
  input: CreateThreadInput;
}>;


export type BeginDiscussionMutation = { createThread: (
    { __typename: 'ForumPost' }
    & { ' $fragmentRefs'?: { 'PostFieldsFragment': PostFieldsFragment } }
  ) };

export type ReplyMutationVariables = Exact<{
  id: string | number;
  content: string;
}>;


export type ReplyMutation = { replyToThread: (
    { __typename: 'ForumPost' }
    & { ' $fragmentRefs'?: { 'PostFieldsFragment': PostFieldsFragment } }
  ) };

export type EditPostMutationVariables = Exact<{
  id: string | number;
  input: EditPostInput;
}>;


export type EditPostMutation = { editPost: (
    { __typename: 'ForumPost' }
    & { ' $fragmentRefs'?: { 'PostFieldsFragment': PostFieldsFragment } }
  ) };

export type DeletePostMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePostMutation = { deletePost: boolean };

export type LikePostMutationVariables = Exact<{
  id: string | number;
}>;


export type LikePostMutation = { likePost: { __typename: 'ForumPost', id: string, likes: number, liked: boolean } };

export type UnlikePostMutationVariables = Exact<{
  id: string | number;
}>;


export type UnlikePostMutation = { unlikePost: { __typename: 'ForumPost', id: string, likes: number, liked: boolean } };

export type HidePostMutationVariables = Exact<{
  id: string | number;
}>;


export type HidePostMutation = { hidePost: { __typename: 'ForumPost', id: string, isHiddenByMe: boolean } };

export type ShowPostMutationVariables = Exact<{
  id: string | number;
}>;


export type ShowPostMutation = { showPost: { __typename: 'ForumPost', id: string, isHiddenByMe: boolean } };

export type FilterPlayerMutationVariables = Exact<{
  playerId: string | number;
  kind?: PlayerFilterKind | null | undefined;
}>;


export type FilterPlayerMutation = { filterPlayer: boolean };

export type MyPlayerFiltersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MyPlayerFiltersQuery = { myPlayerFilters: { __typename: 'PlayerFilterConnection', nodes: Array<{ __typename: 'PlayerFilter', kind: PlayerFilterKind, player: { __typename: 'Player', id: string, username: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type SetLanguageMutationVariables = Exact<{
  language: Language;
}>;


export type SetLanguageMutation = { setLanguage: Language };

export type OwnRankQueryVariables = Exact<{
  period: LeaderboardPeriod;
  area: LeaderboardArea;
}>;


export type OwnRankQuery = { leaderboard: { __typename: 'Leaderboard', area: string | null, me: { __typename: 'OwnRank', rank: number | null, score: number, toNext: number | null } } };

export type LiveEventFieldsFragment = { __typename: 'LiveEvent', id: string, title: string, description: string, status: LiveEventStatus, placeName: string, latitude: number, longitude: number, timeZone: string, rewardTokens: number, participants: number, cancelledAt: string | null, startDate: string, endDate: string, rewardNft: string | null, participation: { __typename: 'LiveEventParticipation', joinedAt: string, rewardedAt: string | null } | null } & { ' $fragmentName'?: 'LiveEventFieldsFragment' };

export type LiveEventPageQueryVariables = Exact<{
  id: string | number;
}>;


export type LiveEventPageQuery = { liveEvent: (
    { __typename: 'LiveEvent' }
    & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
  ) | null };

export type MyLiveEventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MyLiveEventsQuery = { myLiveEvents: { __typename: 'LiveEventConnection', nodes: Array<(
      { __typename: 'LiveEvent' }
      & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type PastLiveEventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type PastLiveEventsQuery = { pastLiveEvents: { __typename: 'LiveEventConnection', nodes: Array<(
      { __typename: 'LiveEvent' }
      & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type AnnounceEventMutationVariables = Exact<{
  key: string | number;
  input: LiveEventInput;
}>;


export type AnnounceEventMutation = { createLiveEvent: (
    { __typename: 'LiveEvent' }
    & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
  ) };

export type ChangeEventMutationVariables = Exact<{
  id: string | number;
  input: LiveEventChanges;
}>;


export type ChangeEventMutation = { changeLiveEvent: (
    { __typename: 'LiveEvent' }
    & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
  ) };

export type JoinEventMutationVariables = Exact<{
  id: string | number;
}>;


export type JoinEventMutation = { joinLiveEvent: (
    { __typename: 'LiveEvent' }
    & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
  ) };

export type LeaveEventMutationVariables = Exact<{
  id: string | number;
}>;


export type LeaveEventMutation = { leaveLiveEvent: boolean };

export type CancelEventMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelEventMutation = { cancelLiveEvent: (
    { __typename: 'LiveEvent' }
    & { ' $fragmentRefs'?: { 'LiveEventFieldsFragment': LiveEventFieldsFragment } }
  ) };

export type SettleMembershipMutationVariables = Exact<{ [key: string]: never; }>;


export type SettleMembershipMutation = { settleMembership: (
    { __typename: 'Membership' }
    & { ' $fragmentRefs'?: { 'MembershipFragment': MembershipFragment } }
  ) };

export type CancelMembershipMutationVariables = Exact<{ [key: string]: never; }>;


export type CancelMembershipMutation = { cancelMembership: (
    { __typename: 'Membership' }
    & { ' $fragmentRefs'?: { 'MembershipFragment': MembershipFragment } }
  ) };

export type ResumeMembershipMutationVariables = Exact<{ [key: string]: never; }>;


export type ResumeMembershipMutation = { resumeMembership: (
    { __typename: 'Membership' }
    & { ' $fragmentRefs'?: { 'MembershipFragment': MembershipFragment } }
  ) };

export type ChangeCardMutationVariables = Exact<{ [key: string]: never; }>;


export type ChangeCardMutation = { changeCard: { __typename: 'PaymentSetup', clientSecret: string } };

export type InvoicesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type InvoicesQuery = { invoices: { __typename: 'InvoiceConnection', nodes: Array<{ __typename: 'Invoice', id: string, number: string | null, date: string, status: InvoiceStatus, pdfUrl: string | null, total: { __typename: 'Money', amount: number, currency: string } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type MembershipQueryVariables = Exact<{ [key: string]: never; }>;


export type MembershipQuery = { membership: (
    { __typename: 'Membership' }
    & { ' $fragmentRefs'?: { 'MembershipFragment': MembershipFragment } }
  ) };

export type MembershipFragment = { __typename: 'Membership', status: MembershipStatus, isPro: boolean, trialDays: number, canTrial: boolean, trialEndsAt: string | null, currentPeriodEnd: string | null, cancelAtPeriodEnd: boolean, graceUntil: string | null, price: { __typename: 'Money', amount: number, currency: string }, card: { __typename: 'PaymentCard', brand: string, last4: string, expMonth: number, expYear: number } | null } & { ' $fragmentName'?: 'MembershipFragment' };

export type MyPartFragment = { __typename: 'Participation', id: string, missionId: string, status: ParticipationStatus, startedAt: string } & { ' $fragmentName'?: 'MyPartFragment' };

export type MyMissionsQueryVariables = Exact<{
  first: number;
}>;


export type MyMissionsQuery = { myParticipations: { __typename: 'ParticipationConnection', nodes: Array<(
      { __typename: 'Participation' }
      & { ' $fragmentRefs'?: { 'MyPartFragment': MyPartFragment } }
    )> } };

export type StartMissionMutationVariables = Exact<{
  id: string | number;
}>;


export type StartMissionMutation = { startMission: (
    { __typename: 'Participation', mission: { __typename: 'Mission', id: string, participants: number } }
    & { ' $fragmentRefs'?: { 'MyPartFragment': MyPartFragment } }
  ) };

export type LeaveMissionMutationVariables = Exact<{
  id: string | number;
}>;


export type LeaveMissionMutation = { leaveMission: boolean };

export type MissionPageQueryVariables = Exact<{
  id: string | number;
}>;


export type MissionPageQuery = { mission: { __typename: 'Mission', id: string, title: string, description: string, city: string, country: string, missionTypeName: string, difficultyName: string, safetyName: string, latitude: number, longitude: number, radius: number, isActive: boolean, endsAt: string | null, rewardsTokens: number, historicalContext: string | null, artistInfo: string | null, bestPhotoTime: string | null, source: string | null, sourceUrl: string | null, participants: number } | null };

export type MissionPlayersQueryVariables = Exact<{
  missionId: string | number;
  first: number;
}>;


export type MissionPlayersQuery = { missionPlayers: { __typename: 'MissionPlayerConnection', nodes: Array<{ __typename: 'MissionPlayer', id: string, completedAt: string | null, player: { __typename: 'Player', id: string, username: string | null, profileImageUrl: string | null } | null }> } };

export type CaseRowFragment = { __typename: 'ModerationCase', id: string, subjectKind: ReportSubjectKind, severity: number, reportCount: number, openedAt: string, claimedBy: string | null, claimedByMe: boolean, reportedText: string | null, reports: Array<{ __typename: 'ModerationReport', reason: ReportReason }>, work: { __typename: 'ReportedWork', id: string, title: string | null, artistName: string | null, address: string | null, picture: { __typename: 'ReportedPicture', id: string, small: string } | null } | null, picture: { __typename: 'ReportedPicture', id: string, small: string } | null, player: { __typename: 'Player', id: string, username: string | null } | null } & { ' $fragmentName'?: 'CaseRowFragment' };

export type CaseItemFragment = { __typename: 'ModerationCase', id: string, subjectKind: ReportSubjectKind, severity: number, reportCount: number, version: number, openedAt: string, claimedBy: string | null, claimedByMe: boolean, reportedText: string | null, player: { __typename: 'Player', id: string, username: string | null } | null, reports: Array<{ __typename: 'ModerationReport', reason: ReportReason, note: string | null, reporter: string | null, contact: string | null, createdAt: string }>, post: { __typename: 'ReportedPost', id: string, threadId: string, title: string | null, content: string, createdAt: string, editedAt: string | null } | null, work: { __typename: 'ReportedWork', id: string, title: string | null, description: string | null, artistName: string | null, address: string | null, createdAt: string, isTakenAway: boolean, picture: { __typename: 'ReportedPicture', id: string, large: string, width: number, height: number } | null } | null, picture: { __typename: 'ReportedPicture', id: string, large: string, width: number, height: number, isTakenAway: boolean } | null, earlier: Array<{ __typename: 'EarlierDecision', id: string, subjectKind: ReportSubjectKind, outcome: ModerationOutcome, reason: string, decidedAt: string, isOverturned: boolean | null }>, decision: { __typename: 'ModerationDecision', outcome: ModerationOutcome, reason: string, suspendedUntil: string | null, decidedAt: string, byMe: boolean, appeal: { __typename: 'ModerationAppeal', text: string, appealedAt: string, isOverturned: boolean | null, reason: string | null, decidedAt: string | null } | null } | null } & { ' $fragmentName'?: 'CaseItemFragment' };

export type ModerationCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModerationCountsQuery = { moderationCounts: { __typename: 'ModerationCounts', post: number, work: number, picture: number, player: number, appeals: number } };

export type ModerationQueueQueryVariables = Exact<{
  kind?: ReportSubjectKind | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ModerationQueueQuery = { moderationQueue: { __typename: 'ModerationCaseConnection', nodes: Array<(
      { __typename: 'ModerationCase' }
      & { ' $fragmentRefs'?: { 'CaseRowFragment': CaseRowFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type ModerationAppealsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ModerationAppealsQuery = { moderationAppeals: { __typename: 'ModerationCaseConnection', nodes: Array<(
      { __typename: 'ModerationCase' }
      & { ' $fragmentRefs'?: { 'CaseRowFragment': CaseRowFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type ModerationCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type ModerationCaseQuery = { moderationCase: (
    { __typename: 'ModerationCase' }
    & { ' $fragmentRefs'?: { 'CaseItemFragment': CaseItemFragment } }
  ) | null };

export type ModerationLogQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ModerationLogQuery = { moderationLog: { __typename: 'ModerationLogConnection', nodes: Array<{ __typename: 'ModerationLogEntry', id: string, caseId: string, action: ModerationAction, outcome: ModerationOutcome | null, at: string, actor: string | null, subjectKind: ReportSubjectKind | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type ClaimCaseMutationVariables = Exact<{
  id: string | number;
}>;


export type ClaimCaseMutation = { claimCase: (
    { __typename: 'ModerationCase' }
    & { ' $fragmentRefs'?: { 'CaseItemFragment': CaseItemFragment } }
  ) };

export type DecideCaseMutationVariables = Exact<{
  input: DecisionInput;
}>;


export type DecideCaseMutation = { decideCase: (
    { __typename: 'ModerationCase' }
    & { ' $fragmentRefs'?: { 'CaseItemFragment': CaseItemFragment } }
  ) };

export type DecideAppealMutationVariables = Exact<{
  input: AppealDecisionInput;
}>;


export type DecideAppealMutation = { decideAppeal: (
    { __typename: 'ModerationCase' }
    & { ' $fragmentRefs'?: { 'CaseItemFragment': CaseItemFragment } }
  ) };

export type NoticeItemFragment = { __typename: 'ModerationNotice', id: string, subjectKind: ReportSubjectKind, reportedText: string | null, outcome: ModerationOutcome, reason: string, suspendedUntil: string | null, decidedAt: string, canAppeal: boolean, work: { __typename: 'ReportedWork', id: string, title: string | null, picture: { __typename: 'ReportedPicture', id: string, small: string } | null } | null, picture: { __typename: 'ReportedPicture', id: string, small: string } | null, appeal: { __typename: 'ModerationAppeal', text: string, appealedAt: string, isOverturned: boolean | null, reason: string | null, decidedAt: string | null } | null } & { ' $fragmentName'?: 'NoticeItemFragment' };

export type MyNoticeQueryVariables = Exact<{
  id: string | number;
}>;


export type MyNoticeQuery = { myNotice: (
    { __typename: 'ModerationNotice' }
    & { ' $fragmentRefs'?: { 'NoticeItemFragment': NoticeItemFragment } }
  ) | null, myReport: { __typename: 'OwnReport', id: string, subjectKind: ReportSubjectKind, reason: ReportReason, createdAt: string, decided: boolean, acted: boolean, decidedAt: string | null } | null };

export type AppealDecisionMutationVariables = Exact<{
  input: AppealInput;
}>;


export type AppealDecisionMutation = { appealDecision: (
    { __typename: 'ModerationNotice' }
    & { ' $fragmentRefs'?: { 'NoticeItemFragment': NoticeItemFragment } }
  ) };

export type ReportMutationVariables = Exact<{
  input: ReportInput;
}>;


export type ReportMutation = { report: { __typename: 'ReportReceipt', isRepeated: boolean } };

export type RequestTakedownMutationVariables = Exact<{
  input: TakedownInput;
}>;


export type RequestTakedownMutation = { requestTakedown: boolean };

export type NotificationsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type NotificationsQuery = { notifications: { __typename: 'NotificationConnection', unread: number, nodes: Array<{ __typename: 'Notification', id: string, kind: NotificationKind, count: number, happenedAt: string, isRead: boolean, actors: Array<{ __typename: 'Player', id: string, username: string | null }>, subject: { __typename: 'NotificationSubject', type: string | null, id: string | null, title: string | null, tokens: number | null, outcome: string | null } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type MarkNotificationsReadMutationVariables = Exact<{
  ids?: Array<string | number> | string | number | null | undefined;
  before?: string | null | undefined;
}>;


export type MarkNotificationsReadMutation = { markNotificationsRead: number };

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notificationSettings: { __typename: 'NotificationSettings', off: Array<NotificationKind>, emailOff: Array<NotificationKind>, pushOff: Array<NotificationKind>, pushKey: string | null, digest: Digest, timeZone: string, emailHint: string | null } };

export type SetNotificationSettingsMutationVariables = Exact<{
  input: NotificationSettingsInput;
}>;


export type SetNotificationSettingsMutation = { setNotificationSettings: { __typename: 'NotificationSettings', off: Array<NotificationKind>, emailOff: Array<NotificationKind>, pushOff: Array<NotificationKind>, pushKey: string | null, digest: Digest, timeZone: string, emailHint: string | null } };

export type AddPushSubscriptionMutationVariables = Exact<{
  input: PushSubscriptionInput;
}>;


export type AddPushSubscriptionMutation = { addPushSubscription: boolean };

export type RemovePushSubscriptionMutationVariables = Exact<{
  endpoint: string;
}>;


export type RemovePushSubscriptionMutation = { removePushSubscription: boolean };

export type UnreadNotificationsQueryVariables = Exact<{ [key: string]: never; }>;


export type UnreadNotificationsQuery = { notifications: { __typename: 'NotificationConnection', unread: number } };

export type CompleteTutorialStepMutationVariables = Exact<{
  step: number;
}>;


export type CompleteTutorialStepMutation = { completeTutorialStep: { __typename: 'TutorialStepPayload', tokensAwarded: number } };

export type PaymentSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type PaymentSettingsQuery = { paymentSettings: { __typename: 'PaymentSettings', mode: PaymentMode, publishableKey: string, sandboxUrl: string | null } };

export type RemoveArtMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveArtMutation = { removeArt: boolean };

export type OrderArtMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type OrderArtMutation = { orderArt: boolean };

export type ViewArtMutationVariables = Exact<{
  id: string | number;
}>;


export type ViewArtMutation = { viewArt: { __typename: 'ArtViewsPayload', views: number } };

export type PlayerAchievementsFragment = { __typename: 'Player', achievements: Array<{ __typename: 'EarnedAchievement', id: string, name: string, description: string, earnedAt: string, players: number }> | null } & { ' $fragmentName'?: 'PlayerAchievementsFragment' };

export type PlayerArtFragment = { __typename: 'Player', art: { __typename: 'ArtConnection', nodes: Array<{ __typename: 'ArtItem', id: string, imageUrl: string, thumbhash: string, title: string, description: string | null, artType: ArtType, views: number }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } & { ' $fragmentName'?: 'PlayerArtFragment' };

export type PlayerWorksFragment = { __typename: 'Player', works: { __typename: 'DiscoveryConnection', nodes: Array<{ __typename: 'Discovery', id: string, title: string | null, artistName: string | null, imageUrl: string | null, thumbhash: string | null, createdAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } | null } & { ' $fragmentName'?: 'PlayerWorksFragment' };

export type PublicProfileFragment = { __typename: 'Player', profileImageUrl: string | null, bio: string | null, createdAt: string | null, discoveries: number | null, level: number | null, wallet: string | null } & { ' $fragmentName'?: 'PublicProfileFragment' };

export type ContactsQueryVariables = Exact<{ [key: string]: never; }>;


export type ContactsQuery = { myContacts: Array<(
    { __typename: 'Contact' }
    & { ' $fragmentRefs'?: { 'ContactFragment': ContactFragment } }
  )> };

export type ContactFragment = { __typename: 'Contact', kind: ContactKind, value: string, verified: boolean } & { ' $fragmentName'?: 'ContactFragment' };

export type UsernameSuggestionsQueryVariables = Exact<{
  like: string;
}>;


export type UsernameSuggestionsQuery = { usernameSuggestions: Array<string> };

export type OrderFactsFragment = { __typename: 'Order', id: string, number: string, status: OrderStatus, placedAt: string, paidAt: string | null, shippedAt: string | null, cancelledAt: string | null, email: string | null, canCancel: boolean, reservedUntil: string | null, address: { __typename: 'Address', name: string, line1: string, line2: string | null, city: string, region: string | null, postalCode: string | null, country: string, phone: string | null } | null, lines: Array<{ __typename: 'OrderLine', productId: string, name: string, size: string | null, quantity: number, product: { __typename: 'Product', id: string, slug: string, image: string } | null, unitPrice: { __typename: 'Money', amount: number, currency: string }, lineTotal: { __typename: 'Money', amount: number, currency: string } }>, totals: (
    { __typename: 'Totals' }
    & { ' $fragmentRefs'?: { 'TotalsFactsFragment': TotalsFactsFragment } }
  ), refunded: { __typename: 'Money', amount: number, currency: string }, tracking: { __typename: 'Tracking', carrier: string, number: string, url: string | null } | null } & { ' $fragmentName'?: 'OrderFactsFragment' };

export type CheckoutMutationVariables = Exact<{
  input: CheckoutInput;
}>;


export type CheckoutMutation = { checkout: { __typename: 'CheckoutPayload', token: string, clientSecret: string, order: (
      { __typename: 'Order' }
      & { ' $fragmentRefs'?: { 'OrderFactsFragment': OrderFactsFragment } }
    ) } };

export type OrderPageQueryVariables = Exact<{
  id: string | number;
  token?: string | null | undefined;
}>;


export type OrderPageQuery = { order: (
    { __typename: 'Order' }
    & { ' $fragmentRefs'?: { 'OrderFactsFragment': OrderFactsFragment } }
  ) | null };

export type OrderPaymentQueryVariables = Exact<{
  id: string | number;
  token?: string | null | undefined;
}>;


export type OrderPaymentQuery = { orderPayment: { __typename: 'CheckoutPayload', clientSecret: string } | null };

export type SettleOrderMutationVariables = Exact<{
  id: string | number;
  token?: string | null | undefined;
}>;


export type SettleOrderMutation = { settleOrder: (
    { __typename: 'Order' }
    & { ' $fragmentRefs'?: { 'OrderFactsFragment': OrderFactsFragment } }
  ) };

export type CancelOrderMutationVariables = Exact<{
  id: string | number;
  token?: string | null | undefined;
}>;


export type CancelOrderMutation = { cancelOrder: (
    { __typename: 'Order' }
    & { ' $fragmentRefs'?: { 'OrderFactsFragment': OrderFactsFragment } }
  ) };

export type MyOrdersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MyOrdersQuery = { orders: { __typename: 'OrderConnection', nodes: Array<{ __typename: 'Order', id: string, number: string, status: OrderStatus, placedAt: string, totals: { __typename: 'Totals', total: { __typename: 'Money', amount: number, currency: string } }, lines: Array<{ __typename: 'OrderLine', name: string, quantity: number, product: { __typename: 'Product', id: string, image: string } | null }> }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type ProductFactsFragment = { __typename: 'Product', id: string, slug: string, name: string, description: string, category: ProductCategory, image: string, brand: string | null, discountPercent: number | null, wholesaleFrom: number | null, inStock: boolean, left: number | null, isReserved: boolean, price: { __typename: 'Money', amount: number, currency: string }, originalPrice: { __typename: 'Money', amount: number, currency: string } | null, wholesalePrice: { __typename: 'Money', amount: number, currency: string } | null, sizes: Array<{ __typename: 'ProductSize', size: string, inStock: boolean, left: number | null, isReserved: boolean }> } & { ' $fragmentName'?: 'ProductFactsFragment' };

export type TotalsFactsFragment = { __typename: 'Totals', subtotal: { __typename: 'Money', amount: number, currency: string }, wholesaleDiscount: { __typename: 'Money', amount: number, currency: string }, shipping: { __typename: 'Money', amount: number, currency: string }, total: { __typename: 'Money', amount: number, currency: string }, freeShippingFrom: { __typename: 'Money', amount: number, currency: string } } & { ' $fragmentName'?: 'TotalsFactsFragment' };

export type CartFactsFragment = { __typename: 'Cart', lines: Array<{ __typename: 'CartLine', productId: string, size: string | null, quantity: number, notice: CartNotice | null, available: number, product: { __typename: 'Product', id: string, slug: string, name: string, image: string }, unitPrice: { __typename: 'Money', amount: number, currency: string }, lineTotal: { __typename: 'Money', amount: number, currency: string } }>, totals: (
    { __typename: 'Totals' }
    & { ' $fragmentRefs'?: { 'TotalsFactsFragment': TotalsFactsFragment } }
  ) } & { ' $fragmentName'?: 'CartFactsFragment' };

export type ProductsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ProductsQuery = { products: { __typename: 'ProductConnection', nodes: Array<(
      { __typename: 'Product' }
      & { ' $fragmentRefs'?: { 'ProductFactsFragment': ProductFactsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type ProductPageQueryVariables = Exact<{
  slug: string;
}>;


export type ProductPageQuery = { product: (
    { __typename: 'Product' }
    & { ' $fragmentRefs'?: { 'ProductFactsFragment': ProductFactsFragment } }
  ) | null };

export type MyCartQueryVariables = Exact<{ [key: string]: never; }>;


export type MyCartQuery = { cart: (
    { __typename: 'Cart' }
    & { ' $fragmentRefs'?: { 'CartFactsFragment': CartFactsFragment } }
  ) };

export type QuoteQueryVariables = Exact<{
  lines: Array<CartLineInput> | CartLineInput;
}>;


export type QuoteQuery = { quote: (
    { __typename: 'Cart' }
    & { ' $fragmentRefs'?: { 'CartFactsFragment': CartFactsFragment } }
  ) };

export type SetCartMutationVariables = Exact<{
  lines: Array<CartLineInput> | CartLineInput;
}>;


export type SetCartMutation = { setCart: (
    { __typename: 'Cart' }
    & { ' $fragmentRefs'?: { 'CartFactsFragment': CartFactsFragment } }
  ) };

export type MergeCartMutationVariables = Exact<{
  lines: Array<CartLineInput> | CartLineInput;
  key: string | number;
}>;


export type MergeCartMutation = { mergeCart: (
    { __typename: 'Cart' }
    & { ' $fragmentRefs'?: { 'CartFactsFragment': CartFactsFragment } }
  ) };

export type WallFieldsFragment = { __typename: 'LegalWall', id: string, name: string, city: string, country: string, address: string, hours: string | null, description: string, latitude: number, longitude: number, source: string | null, isSaved: boolean } & { ' $fragmentName'?: 'WallFieldsFragment' };

export type WallDirectoryQueryVariables = Exact<{
  search?: string | null | undefined;
  country?: string | null | undefined;
  saved: boolean;
  first: number;
  after?: string | null | undefined;
}>;


export type WallDirectoryQuery = { wallDirectory: { __typename: 'LegalWallConnection', nodes: Array<(
      { __typename: 'LegalWall' }
      & { ' $fragmentRefs'?: { 'WallFieldsFragment': WallFieldsFragment } }
    )>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type WallCountriesQueryVariables = Exact<{ [key: string]: never; }>;


export type WallCountriesQuery = { wallCountries: Array<{ __typename: 'WallCountry', country: string, walls: number }> };

export type SaveWallMutationVariables = Exact<{
  id: string | number;
}>;


export type SaveWallMutation = { saveWall: { __typename: 'LegalWall', id: string, isSaved: boolean } };

export type UnsaveWallMutationVariables = Exact<{
  id: string | number;
}>;


export type UnsaveWallMutation = { unsaveWall: { __typename: 'LegalWall', id: string, isSaved: boolean } | null };

export type FinderOfWorkQueryVariables = Exact<{
  id: string | number;
}>;


export type FinderOfWorkQuery = { discovery: { __typename: 'Discovery', id: string, app: string | null, finder: { __typename: 'Player', id: string, username: string | null } | null } | null };

export type WorkFieldsFragment = { __typename: 'Discovery', id: string, title: string | null, description: string | null, latitude: number, longitude: number, address: string | null, imageUrl: string | null, thumbhash: string | null, emojiPin: string, emojiType: string, userRole: DiscoveryRole, isFreshArt: boolean, status: DiscoveryStatus, year: number | null, source: string | null, sourceUrl: string | null, licence: string | null, likes: number, liked: boolean, createdAt: string, name: string | null, artist_name: string | null } & { ' $fragmentName'?: 'WorkFieldsFragment' };

export type OneWorkQueryVariables = Exact<{
  id: string | number;
}>;


export type OneWorkQuery = { discovery: (
    { __typename: 'Discovery' }
    & { ' $fragmentRefs'?: { 'WorkFieldsFragment': WorkFieldsFragment } }
  ) | null };

export type LikeWorkMutationVariables = Exact<{
  id: string | number;
}>;


export type LikeWorkMutation = { likeDiscovery: { __typename: 'Discovery', id: string, likes: number, liked: boolean } };

export type UnlikeWorkMutationVariables = Exact<{
  id: string | number;
}>;


export type UnlikeWorkMutation = { unlikeDiscovery: { __typename: 'Discovery', id: string, likes: number, liked: boolean } };

export type ArtistPageQueryVariables = Exact<{
  slug: string;
  works: number;
  after?: string | null | undefined;
}>;


export type ArtistPageQuery = { artist: { __typename: 'Artist', id: string, name: string, aka: Array<string>, city: string | null, country: string | null, activeYears: string | null, style: string | null, bio: string | null, achievements: Array<string>, website: string | null, source: string | null, sourceUrl: string | null, isFeatured: boolean, works: { __typename: 'DiscoveryConnection', nodes: Array<{ __typename: 'Discovery', id: string, title: string | null, imageUrl: string | null, thumbhash: string | null, createdAt: string }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } } | null };

export type PlayerPageQueryVariables = Exact<{
  username: string;
  works: number;
  after?: string | null | undefined;
}>;


export type PlayerPageQuery = { player: (
    { __typename: 'Player', id: string, username: string | null }
    & { ' $fragmentRefs'?: { 'PublicProfileFragment': PublicProfileFragment;'PlayerAchievementsFragment': PlayerAchievementsFragment;'PlayerArtFragment': PlayerArtFragment;'PlayerWorksFragment': PlayerWorksFragment } }
  ) | null };

export type MorePlayerArtQueryVariables = Exact<{
  username: string;
  works: number;
  after?: string | null | undefined;
}>;


export type MorePlayerArtQuery = { player: (
    { __typename: 'Player', id: string }
    & { ' $fragmentRefs'?: { 'PlayerArtFragment': PlayerArtFragment } }
  ) | null };

export type MorePlayerWorksQueryVariables = Exact<{
  username: string;
  works: number;
  after?: string | null | undefined;
}>;


export type MorePlayerWorksQuery = { player: (
    { __typename: 'Player', id: string }
    & { ' $fragmentRefs'?: { 'PlayerWorksFragment': PlayerWorksFragment } }
  ) | null };

export type StopDigestMutationVariables = Exact<{
  token: string;
}>;


export type StopDigestMutation = { stopDigest: boolean };
