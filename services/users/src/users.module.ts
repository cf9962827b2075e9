import { Module, type DynamicModule } from '@nestjs/common';
import { personalData, PicturesModule, ServiceKitModule } from '@sprayhunt/service-kit';
import { Account } from './accounts/account.entity.js';
import { AccountsResolver } from './accounts/accounts.resolver.js';
import { CompleteProfileService } from './accounts/complete-profile.service.js';
import { PinPreferencesService } from './accounts/pin-preferences.service.js';
import { PendingAccounts } from './accounts/pending-accounts.js';
import { PlayerLoader } from './accounts/player.loader.js';
import { Players } from './accounts/players.js';
import { ProfileSettingsResolver } from './accounts/profile-settings.resolver.js';
import { ProfilePictureService } from './accounts/profile-picture.service.js';
import { SignUpService } from './accounts/sign-up.service.js';
import { TakenUsernames } from './accounts/taken-usernames.js';
import { UsernameSuggestions } from './accounts/username-suggestions.js';
import { VisibilityService } from './accounts/visibility.service.js';
import { Achievements } from './achievements/achievements.js';
import { AchievementsResolver } from './achievements/achievements.resolver.js';
import { OnDiscoveryLikedHandler } from './achievements/on-discovery-liked.handler.js';
import { PlayerPin } from './achievements/player-pin.entity.js';
import { SocialDeed } from './achievements/social-deed.entity.js';
import type { UsersConfig } from './config.js';
import { ChangeContactResolver } from './identity/change-contact.resolver.js';
import { ChangeContactService } from './identity/change-contact.service.js';
import { KnownDevice } from './devices/known-device.entity.js';
import { KnownDevices } from './devices/known-devices.js';
import { CodeSending } from './identity/code-sending.js';
import { CodeWaits } from './identity/code-waits.js';
import { DeleteAccountService } from './erasure/delete-account.service.js';
import { ErasureMetrics } from './erasure/erasure-metrics.js';
import { Erasure } from './erasure/erasure.entity.js';
import { ErasureResolver } from './erasure/erasure.resolver.js';
import { Erasures } from './erasure/erasures.js';
import { OnAccountDataErasedHandler } from './erasure/on-account-data-erased.handler.js';
import { personalSections } from './export/personal-sections.js';
import { Contact } from './identity/contact.entity.js';
import { Contacts } from './identity/contacts.js';
import { IdentityResolver } from './identity/identity.resolver.js';
import { Limits } from './identity/limits.js';
import { OneTimeCode } from './identity/one-time-code.entity.js';
import { OneTimeCodes } from './identity/one-time-codes.js';
import { SignInService } from './identity/sign-in.service.js';
import { SignIns } from './identity/sign-ins.js';
import { VerifyContactService } from './identity/verify-contact.service.js';
import { Ledger } from './ledger/ledger.js';
import { OnDiscoveryCreatedHandler } from './ledger/on-discovery-created.handler.js';
import { PlayerStatistics } from './ledger/player-statistics.entity.js';
import { Transfer } from './ledger/transfer.entity.js';
import { LocalInboxController } from './messages/local-inbox.controller.js';
import { MessageSender } from './messages/message-sender.js';
import { Message } from './messages/message.entity.js';
import { Messages } from './messages/messages.js';
import { CreateUsers1763600001000 } from './migrations/1763600001000-create-users.js';
import { CreateAchievements1763600002000 } from './migrations/1763600002000-create-achievements.js';
import { OpenDataAccount1763600003000 } from './migrations/1763600003000-open-data-account.js';
import { CreateErasures1763600014000 } from './migrations/1763600014000-create-erasures.js';
import { UnseenInUsernames1763600040110 } from './migrations/1763600040110-unseen-in-usernames.js';
import { PublicIds1763600040120 } from './migrations/1763600040120-public-ids.js';
import { CreateOAuthClients1763600015000 } from './migrations/1763600015000-create-oauth-clients.js';
import { ForeignIdentities } from './oidc/foreign-identities.js';
import { ForeignIdentity } from './oidc/foreign-identity.entity.js';
import { IdTokenResolver } from './oidc/id-token.resolver.js';
import { IdTokens } from './oidc/id-tokens.js';
import { Interactions } from './oidc/interactions.js';
import { Issuer } from './oidc/issuer.js';
import { OidcPayload } from './oidc/oidc-payload.entity.js';
import { PayloadStore } from './oidc/payload-store.js';
import { UsedIdToken } from './oidc/used-id-token.entity.js';
import { OAuthClient } from './partners/oauth-client.entity.js';
import { OAuthClients } from './partners/oauth-clients.js';
import { CreateKnownDevices1763600012000 } from './migrations/1763600012000-create-known-devices.js';
import { CreateWallets1763600013000 } from './migrations/1763600013000-create-wallets.js';
import { AddVisibility1763600013100 } from './migrations/1763600013100-add-visibility.js';
import { CreateOidc1763600010000 } from './migrations/1763600010000-create-oidc.js';
import { CreatePasskeys1763600011000 } from './migrations/1763600011000-create-passkeys.js';
import { PasskeyChallenge } from './passkeys/passkey-challenge.entity.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeysResolver } from './passkeys/passkeys.resolver.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { TutorialResolver } from './tutorial/tutorial.resolver.js';
import { TutorialService } from './tutorial/tutorial.service.js';
import { WalletChallenge } from './wallets/wallet-challenge.entity.js';
import { Wallet } from './wallets/wallet.entity.js';
import { WalletsResolver } from './wallets/wallets.resolver.js';
import { WalletsService } from './wallets/wallets.service.js';

export const usersEntities = [...PicturesModule.entities, Account, Erasure, Contact, KnownDevice, OneTimeCode, Message, Transfer, PlayerStatistics, PlayerPin, SocialDeed, OidcPayload, UsedIdToken, ForeignIdentity, Passkey, PasskeyChallenge, OAuthClient, Wallet, WalletChallenge];
export const usersMigrations = [
  ...PicturesModule.migrations,
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
];

@Module({})
export class UsersModule {
  static forConfig(config: UsersConfig): DynamicModule {
    return {
      module: UsersModule,
      imports: [
        ServiceKitModule.forService({
          name: 'users',
          config,
          entities: usersEntities,
          migrations: usersMigrations,
          schema: new URL('../schema.graphql', import.meta.url),
        }),
        PicturesModule,
      ],
      controllers: [OnDiscoveryCreatedHandler, OnAccountDataErasedHandler, OnDiscoveryLikedHandler, ...(config.MODE === 'local' ? [LocalInboxController] : [])],
      providers: [
        ...[AccountsResolver, SignUpService, CompleteProfileService, ProfilePictureService, Players, PlayerLoader, TakenUsernames, PendingAccounts],
        ...[IdentityResolver, VerifyContactService, SignInService, SignIns, KnownDevices, Contacts, OneTimeCodes, CodeWaits, Limits, CodeSending],
        ...[PasskeysResolver, PasskeysService, PasskeySignInService, PasskeyChallenges],
        ...[Messages, MessageSender],
        ...personalData(personalSections),
        ...[ErasureResolver, DeleteAccountService, Erasures, ErasureMetrics],
        ...[Achievements, AchievementsResolver],
        OAuthClients,
        ...[Issuer, Interactions, PayloadStore, IdTokenResolver, IdTokens, ForeignIdentities],
        ...[Ledger, TutorialResolver, TutorialService],
        ...[ProfileSettingsResolver, PinPreferencesService, VisibilityService, UsernameSuggestions],
        ...[ChangeContactResolver, ChangeContactService],
        ...[WalletsResolver, WalletsService],
      ],
    };
  }
}
