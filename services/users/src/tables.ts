import { IdempotencyModule, PicturesModule, type ServiceTables } from '@sprayhunt/service-kit';
import { Account } from './accounts/account.entity.js';
import {
  AchievementCount,
  AchievementProgress,
  PlayerAchievement,
  SocialAction,
} from './achievements/achievement.entity.js';
import { KnownDevice } from './devices/known-devices.js';
import { Erasure } from './erasure/erasures.js';
import { PlayerFilter } from './forum/player-filter.entity.js';
import { HiddenPost, Post, PostLike, PostMention } from './forum/post.entity.js';
import { Contact } from './identity/contact.entity.js';
import { PlayerRank, RankChange, RankCount, RankExclusion } from './leaderboard/rank.entity.js';
import { OneTimeCode } from './identity/one-time-codes.js';
import { PlayerStatistics } from './ledger/player-statistics.entity.js';
import { Transfer } from './ledger/transfer.entity.js';
import { Message } from './messages/message.entity.js';
import { CreateUsers1763600001000 } from './migrations/1763600001000-create-users.js';
import { CreateAchievements1763600002000 } from './migrations/1763600002000-create-achievements.js';
import { OpenDataAccount1763600003000 } from './migrations/1763600003000-open-data-account.js';
import { CreateOidc1763600010000 } from './migrations/1763600010000-create-oidc.js';
import { CreatePasskeys1763600011000 } from './migrations/1763600011000-create-passkeys.js';
import { CreateKnownDevices1763600012000 } from './migrations/1763600012000-create-known-devices.js';
import { CreateWallets1763600013000 } from './migrations/1763600013000-create-wallets.js';
import { AddVisibility1763600013100 } from './migrations/1763600013100-add-visibility.js';
import { CreateErasures1763600014000 } from './migrations/1763600014000-create-erasures.js';
import { MoveWaitingMessages1763700030100 } from './migrations/1763700030100-move-waiting-messages.js';
import { CreateOAuthClients1763600015000 } from './migrations/1763600015000-create-oauth-clients.js';
import { UnseenInUsernames1763600040110 } from './migrations/1763600040110-unseen-in-usernames.js';
import { PublicIds1763600040120 } from './migrations/1763600040120-public-ids.js';
import { AddLanguage1763700040100 } from './migrations/1763700040100-add-language.js';
import { CheckAwardsByBatch1763700010200 } from './migrations/1763700010200-check-awards-by-batch.js';
import { CreateAccountStandings1763800040000 } from './migrations/1763800040000-create-account-standings.js';
import { CreateModeration1763800040010 } from './migrations/1763800040010-create-moderation.js';
import { NoCopiesOfThreadTitles1763800070000 } from './migrations/1763800070000-no-copies-of-thread-titles.js';
import { CreateDigests1763800071000 } from './migrations/1763800071000-create-digests.js';
import { KeepReportedTexts1763800080000 } from './migrations/1763800080000-keep-reported-texts.js';
import { CreatePushSubscriptions1763800090000 } from './migrations/1763800090000-create-push-subscriptions.js';
import { CreateForum1763800010000 } from './migrations/1763800010000-create-forum.js';
import { AchievementsAsData1763800021000 } from './migrations/1763800021000-achievements-as-data.js';
import { CreateRanks1763800020000 } from './migrations/1763800020000-create-ranks.js';
import { CreateNotifications1763800030000 } from './migrations/1763800030000-create-notifications.js';
import { AppConsent } from './consents/app-consent.entity.js';
import { Notification, NotificationSettings, NotificationSource } from './notifications/notification.entity.js';
import { ForeignIdentity } from './oidc/foreign-identities.js';
import { OidcPayload } from './oidc/oidc-payload.entity.js';
import { UsedIdToken } from './oidc/used-id-token.entity.js';
import { OAuthClient } from './partners/oauth-client.entity.js';
import { PartnerRequest } from './partners/partner-request.entity.js';
import { PasskeyChallenge } from './passkeys/passkey-challenges.js';
import { ModerationCase, ModerationReport } from './moderation/case.entity.js';
import { ModerationAppeal, ModerationDecision } from './moderation/decision.entity.js';
import { ModerationLogEntry } from './moderation/log-entry.entity.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PushSubscription } from './push/push-subscription.entity.js';
import { AccountStanding } from './standings/account-standing.entity.js';
import { SuspendedContact } from './standings/suspended-contacts.js';
import { Wallet, WalletChallenge } from './wallets/wallet.entity.js';
import { OAuthClientVersions1764000074000 } from './migrations/1764000074000-oauth-client-versions.js';
import { AddRegionAndReferralCode1763900022000 } from './migrations/1763900022000-add-region-and-referral-code.js';
import { CreateAppConsents1764000077000 } from './migrations/1764000077000-create-app-consents.js';
import { CreateGalleryVisibilityVersions1765000303000 } from './migrations/1765000303000-create-gallery-visibility-versions.js';
import { PresentFormsOfPhones1765000302000 } from './migrations/1765000302000-present-forms-of-phones.js';
import { CreateSuspendedContacts1765000301000 } from './migrations/1765000301000-create-suspended-contacts.js';
import { IndexDecidedCasesBySubject1765000300000 } from './migrations/1765000300000-index-decided-cases-by-subject.js';
import { AddSearchWordsToPosts1765000200200 } from './migrations/1765000200200-add-search-words-to-posts.js';
import { IndexSearchWordsOfPosts1765000200210 } from './migrations/1765000200210-index-search-words-of-posts.js';
import { PublishConfirmedContacts1765000130100 } from './migrations/1765000130100-publish-confirmed-contacts.js';
import { CreatePartnerRequests1764000076000 } from './migrations/1764000076000-create-partner-requests.js';

/** Tables of the schema `users`. */
export const tables = {
  entities: [
    ...PicturesModule.entities,
    ...IdempotencyModule.entities,
    Account,
    AccountStanding,
    SuspendedContact,
    ModerationCase,
    ModerationReport,
    ModerationDecision,
    ModerationAppeal,
    ModerationLogEntry,
    Erasure,
    Contact,
    KnownDevice,
    OneTimeCode,
    Message,
    Transfer,
    PlayerStatistics,
    PlayerRank,
    RankCount,
    RankChange,
    RankExclusion,
    AchievementProgress,
    PlayerAchievement,
    AchievementCount,
    SocialAction,
    OidcPayload,
    UsedIdToken,
    ForeignIdentity,
    Passkey,
    PasskeyChallenge,
    OAuthClient,
    PartnerRequest,
    AppConsent,
    Wallet,
    WalletChallenge,
    Post,
    PostLike,
    PostMention,
    HiddenPost,
    PlayerFilter,
    Notification,
    NotificationSource,
    NotificationSettings,
    PushSubscription,
  ],
  migrations: [
    ...PicturesModule.migrations,
    ...IdempotencyModule.migrations,
    CreateUsers1763600001000,
    CreateAchievements1763600002000,
    OpenDataAccount1763600003000,
    CreateOidc1763600010000,
    CreatePasskeys1763600011000,
    CreateKnownDevices1763600012000,
    CreateOAuthClients1763600015000,
    CreateWallets1763600013000,
    AddVisibility1763600013100,
    CreateErasures1763600014000,
    UnseenInUsernames1763600040110,
    PublicIds1763600040120,
    CheckAwardsByBatch1763700010200,
    MoveWaitingMessages1763700030100,
    AddLanguage1763700040100,
    CreateForum1763800010000,
    CreateAccountStandings1763800040000,
    CreateRanks1763800020000,
    AchievementsAsData1763800021000,
    CreateNotifications1763800030000,
    CreateModeration1763800040010,
    NoCopiesOfThreadTitles1763800070000,
    CreateDigests1763800071000,
    KeepReportedTexts1763800080000,
    CreatePushSubscriptions1763800090000,
    AddRegionAndReferralCode1763900022000,
    OAuthClientVersions1764000074000,
    CreatePartnerRequests1764000076000,
    CreateAppConsents1764000077000,
    IndexDecidedCasesBySubject1765000300000,
    CreateSuspendedContacts1765000301000,
    AddSearchWordsToPosts1765000200200,
    IndexSearchWordsOfPosts1765000200210,
    PublishConfirmedContacts1765000130100,
    PresentFormsOfPhones1765000302000,
    CreateGalleryVisibilityVersions1765000303000,
  ],
} satisfies ServiceTables;
