import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, PicturesModule, ServiceKitModule } from '@sprayhunt/service-kit';
import { AccountsResolver } from './accounts/accounts.resolver.js';
import { CompleteProfileService } from './accounts/complete-profile.service.js';
import { LanguageService, PinPreferencesService } from './accounts/profile-settings.service.js';
import { Merges } from './accounts/merges.js';
import { PendingAccounts } from './accounts/pending-accounts.js';
import {
  FilteredPlayerResolver,
  FinderResolver,
  MissionPlayerResolver,
  ModeratedPlayerResolver,
  NotificationActorsResolver,
  PostAuthorResolver,
} from './accounts/player-references.resolver.js';
import { PlayerLoader, Players } from './accounts/players.js';
import { ProfileSettingsResolver } from './accounts/profile-settings.resolver.js';
import { ProfilePictureService } from './accounts/profile-picture.service.js';
import { SignUpService } from './accounts/sign-up.service.js';
import { TakenUsernames } from './accounts/taken-usernames.js';
import { UsernameSuggestions } from './accounts/username-suggestions.js';
import { VisibilityService } from './accounts/visibility.service.js';
import { AchievementActions } from './achievements/achievement-actions.js';
import { Achievements } from './achievements/achievements.js';
import { AchievementsResolver } from './achievements/achievements.resolver.js';
import { OnDiscoveryLikedHandler } from './achievements/on-discovery-liked.handler.js';
import type { UsersConfig } from './config.js';
import { ChangeContactResolver } from './identity/change-contact.resolver.js';
import { ChangeContactService } from './identity/change-contact.service.js';
import { KnownDevices } from './devices/known-devices.js';
import { CodeSending } from './identity/code-sending.js';
import { CodeWaits } from './identity/code-waits.js';
import { DeleteAccountService } from './erasure/delete-account.service.js';
import { ErasureMetrics } from './erasure/erasure-metrics.js';
import { ErasureResolver } from './erasure/erasure.resolver.js';
import { Erasures } from './erasure/erasures.js';
import { OnAccountDataErasedHandler } from './erasure/on-account-data-erased.handler.js';
import { ForumResolver, MentionLoader } from './forum/forum.resolver.js';
import { PlayerFilters } from './forum/player-filters.js';
import { PlayerFiltersResolver } from './forum/player-filters.resolver.js';
import { PostLimits } from './forum/post-limits.js';
import { PostReactions } from './forum/post-reactions.js';
import { PostModeration } from './forum/post-moderation.js';
import { PostReads } from './forum/post-reads.js';
import { PostSearch } from './forum/post-search.js';
import { PostsService } from './forum/posts.service.js';
import { personalSections } from './export/personal-sections.js';
import { Contacts } from './identity/contacts.js';
import { IdentityResolver } from './identity/identity.resolver.js';
import { Limits } from './identity/limits.js';
import { OneTimeCodes } from './identity/one-time-codes.js';
import { SignInService } from './identity/sign-in.service.js';
import { SignIns } from './identity/sign-ins.js';
import { VerifyContactService } from './identity/verify-contact.service.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerCheck } from './ledger/ledger-check.js';
import { OnDiscoveryCreatedHandler } from './ledger/on-discovery-created.handler.js';
import { OnLiveEventCompletedHandler } from './ledger/on-live-event-completed.handler.js';
import { OnMissionCompletedHandler } from './ledger/on-mission-completed.handler.js';
import { LeaderboardResolver } from './leaderboard/leaderboard.resolver.js';
import { LeaderboardReads } from './leaderboard/leaderboard-reads.js';
import { RankCounter } from './leaderboard/rank-counter.js';
import { Ranks } from './leaderboard/ranks.js';
import { LocalInboxController } from './messages/local-inbox.controller.js';
import { MessageSender } from './messages/message-sender.js';
import { Messages } from './messages/messages.js';
import { Digests } from './notifications/digests.js';
import { NotificationChoices } from './notifications/notification-choices.js';
import { NotificationReads } from './notifications/notification-reads.js';
import { NotificationRetention } from './notifications/notification-retention.js';
import { Notifications } from './notifications/notifications.js';
import { NotificationsResolver, UnreadResolver } from './notifications/notifications.resolver.js';
import { OnOrderUpdatedHandler } from './order-mails/on-order-updated.handler.js';
import { OnMembershipNewsHandler } from './notifications/on-membership-news.handler.js';
import { OnLiveEventNewsHandler } from './notifications/on-live-event-news.handler.js';
import { OnRewardHandler } from './notifications/on-reward.handler.js';
import { UnsubscribeLinks } from './notifications/unsubscribe-links.js';
import { ForeignIdentities } from './oidc/foreign-identities.js';
import { IdTokenResolver } from './oidc/id-token.resolver.js';
import { IdTokens } from './oidc/id-tokens.js';
import { Interactions } from './oidc/interactions.js';
import { DecisionsService } from './moderation/decisions.service.js';
import { ModerationReads } from './moderation/moderation-reads.js';
import { ModerationResolver } from './moderation/moderation.resolver.js';
import { ModerationRetention } from './moderation/moderation-retention.js';
import { ReportsService } from './moderation/reports.service.js';
import { Subjects } from './moderation/subjects.js';
import { AccessTokenRevocation } from './oidc/access-token-revocation.js';
import { Issuer } from './oidc/issuer.js';
import { PayloadStore } from './oidc/payload-store.js';
import { Authorizations } from './consents/authorizations.js';
import { Consents } from './consents/consents.js';
import { ConsentsResolver } from './consents/consents.resolver.js';
import { WorkAppResolver } from './consents/work-app.resolver.js';
import { OnSignedOutElsewhereHandler } from './consents/on-signed-out-elsewhere.handler.js';
import { OAuthClients } from './partners/oauth-clients.js';
import { OnWebhookPausedHandler } from './partners/on-webhook-paused.handler.js';
import { PartnerNotices } from './partners/partner-notices.js';
import { PartnerReads } from './partners/partner-reads.js';
import { PartnerRequests } from './partners/partner-requests.js';
import { PartnersResolver } from './partners/partners.resolver.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { PasskeysResolver } from './passkeys/passkeys.resolver.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { OnSessionEndedHandler } from './push/on-session-ended.handler.js';
import { PushMessages } from './push/push-messages.js';
import { PushSender } from './push/push-sender.js';
import { PushSubscriptions } from './push/push-subscriptions.js';
import { PushResolver } from './push/push.resolver.js';
import { SuspendedContacts } from './standings/suspended-contacts.js';
import { Suspensions } from './standings/suspensions.js';
import { Standings } from './standings/standings.js';
import { tables } from './tables.js';
import { TutorialResolver } from './tutorial/tutorial.resolver.js';
import { TutorialService } from './tutorial/tutorial.service.js';
import { WalletsResolver } from './wallets/wallets.resolver.js';
import { WalletsService } from './wallets/wallets.service.js';

/** Providers of SMS and e-mail are waited for, with little work of ours. */
const MESSAGES_AT_ONCE = 10;

@Module({})
export class UsersModule {
  static forConfig(config: UsersConfig): DynamicModule {
    return {
      module: UsersModule,
      imports: [
        ServiceKitModule.forService({
          name: 'users',
          config,
          schema: new URL('../schema.graphql', import.meta.url),
          ...tables,
          jobs: { concurrency: MESSAGES_AT_ONCE },
        }),
        PicturesModule,
      ],
      controllers: [
        OnDiscoveryCreatedHandler,
        OnMissionCompletedHandler,
        OnLiveEventCompletedHandler,
        OnAccountDataErasedHandler,
        OnDiscoveryLikedHandler,
        OnRewardHandler,
        OnLiveEventNewsHandler,
        OnMembershipNewsHandler,
        OnOrderUpdatedHandler,
        OnSessionEndedHandler,
        OnSignedOutElsewhereHandler,
        OnWebhookPausedHandler,
        ...(config.MODE === 'local' ? [LocalInboxController] : []),
      ],
      providers: [
        ...[
          AccountsResolver,
          FinderResolver,
          MissionPlayerResolver,
          ModeratedPlayerResolver,
          SignUpService,
          CompleteProfileService,
          ProfilePictureService,
          Players,
          PlayerLoader,
          TakenUsernames,
          PendingAccounts,
          Merges,
        ],
        ...[
          IdentityResolver,
          VerifyContactService,
          SignInService,
          SignIns,
          KnownDevices,
          Contacts,
          OneTimeCodes,
          CodeWaits,
          Limits,
          CodeSending,
        ],
        ...[PasskeysResolver, PasskeysService, PasskeySignInService, PasskeyChallenges],
        ...[Messages, MessageSender],
        ...personalData(personalSections),
        ...[ErasureResolver, DeleteAccountService, Erasures, ErasureMetrics],
        ...[Achievements, AchievementActions, AchievementsResolver],
        ...[
          Notifications,
          NotificationReads,
          NotificationChoices,
          NotificationRetention,
          Digests,
          UnsubscribeLinks,
          NotificationsResolver,
          NotificationActorsResolver,
          UnreadResolver,
        ],
        ...[PushSender, PushSubscriptions, PushMessages, PushResolver],
        ...[OAuthClients, PartnerRequests, PartnerReads, PartnerNotices, PartnersResolver],
        ...[Consents, ConsentsResolver, Authorizations, WorkAppResolver],
        ...[Issuer, AccessTokenRevocation, Interactions, PayloadStore, IdTokenResolver, IdTokens, ForeignIdentities],
        ...[LeaderboardResolver, LeaderboardReads, Ranks, RankCounter],
        ...[Ledger, LedgerCheck, TutorialResolver, TutorialService],
        ...[ProfileSettingsResolver, PinPreferencesService, VisibilityService, LanguageService, UsernameSuggestions],
        ...[ChangeContactResolver, ChangeContactService],
        ...[WalletsResolver, WalletsService],
        ...[
          ForumResolver,
          PostAuthorResolver,
          FilteredPlayerResolver,
          PostReads,
          PostSearch,
          PostsService,
          PostReactions,
          PostLimits,
          MentionLoader,
          PlayerFiltersResolver,
          PlayerFilters,
          PostModeration,
        ],
        ...[
          ModerationResolver,
          ModerationReads,
          ModerationRetention,
          ReportsService,
          DecisionsService,
          Subjects,
          Standings,
          Suspensions,
          SuspendedContacts,
        ],
      ],
    };
  }
}
