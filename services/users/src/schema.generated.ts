// Written by `npm run generate` from schema.graphql.
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, ISO 8601 in UTC, for example `2026-11-20T12:00:00.000Z`. */
  DateTime: { input: Date; output: Date | string; }
  /** What WebAuthn's own JSON forms hold (`PublicKeyCredentialCreationOptionsJSON` and its kin). */
  JSON: { input: {} | null; output: {} | null; }
};

/** A language of the product, as a BCP 47 tag. */
export type Language =
  | 'en'
  | 'fr'
  | 'es'
  | 'de';

/** `pending` until the phone or e-mail is proven by a code. */
export type AccountStatus =
  | 'pending'
  | 'verified';

/** One emoji for each of the six pin categories, each out of its five; the first is the default. */
export type PinPreferences = {
  /** 🚫 🚨 🌙 👀 🔥 */
  illegalFinds: Scalars['String']['output'];
  /** ✅ 🧱 👍 🟢 🏆 */
  legalFinds: Scalars['String']['output'];
  /** 💧 💦 📸 🌊 🫧 */
  wetPaintFlicks: Scalars['String']['output'];
  /** 🎨 🌈 🎬 🌟 👑 */
  productions: Scalars['String']['output'];
  /** 📏 📐 ✂️ 🔲 🐀 */
  stencils: Scalars['String']['output'];
  /** ✏️ 🖍️ ✍️ 🔖 ⚡ */
  tags: Scalars['String']['output'];
};

/** A player as everyone may see them: what the player hides is null. */
export type Player = {
  id: Scalars['ID']['output'];
  username?: Maybe<Scalars['String']['output']>;
  /** Path of the picture, starting with /objects/. */
  profileImageUrl?: Maybe<Scalars['String']['output']>;
  bio?: Maybe<Scalars['String']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of discoveries. */
  discoveries?: Maybe<Scalars['Int']['output']>;
  /** Reaching level L takes 25·L·(L−1) XP. */
  level?: Maybe<Scalars['Int']['output']>;
  /** Address of the linked wallet. */
  wallet?: Maybe<Scalars['String']['output']>;
  /** Newest first; null where the player hides statistics. */
  achievements?: Maybe<Array<EarnedAchievement>>;
};

/** A work on the map, of which this service knows the player. */
export type Discovery = {
  id: Scalars['ID']['output'];
  finderId?: Maybe<Scalars['ID']['output']>;
  /** Who documented it; null for imported works, and if the player hides the gallery, has no name, is not verified or is erased. */
  finder?: Maybe<Player>;
  appId?: Maybe<Scalars['ID']['output']>;
  /** Name of the partner's program by which the player documented it; for that player, moderators and operators. Null for everyone else, for works without a program, and if the program no longer exists. */
  app?: Maybe<Scalars['String']['output']>;
};

/** A player's participation in a mission; this service adds the player. */
export type MissionPlayer = {
  id: Scalars['ID']['output'];
  playerId: Scalars['ID']['output'];
  /** The player; null if the player hides the gallery, has no name, is not verified or is erased. */
  player?: Maybe<Player>;
};

/** What a player shows to others; the rest is null for them, or empty. */
export type ProfileVisibility = {
  picture: Scalars['Boolean']['output'];
  bio: Scalars['Boolean']['output'];
  /** Level and number of discoveries. */
  statistics: Scalars['Boolean']['output'];
  /** Joining date. */
  joined: Scalars['Boolean']['output'];
  gallery: Scalars['Boolean']['output'];
  /** The linked wallet; hidden by default, unlike the other parts. */
  wallet: Scalars['Boolean']['output'];
};

export type ContactKind =
  | 'phone'
  | 'email';

/** A phone number or e-mail address of the caller's own account. */
export type Contact = {
  kind: ContactKind;
  /** E.164, for example `+61412345678`, or an e-mail address in lower case. */
  value: Scalars['String']['output'];
  /** Whether it is confirmed by a code and can be used to sign in. */
  verified: Scalars['Boolean']['output'];
};

/** A crypto wallet that a player has proven to hold, by a signed message. */
export type Wallet = {
  /** With the checksum of EIP-55 in its letters' case. */
  address: Scalars['String']['output'];
  linkedAt: Scalars['DateTime']['output'];
};

/** The caller's own account. */
export type Me = {
  id: Scalars['ID']['output'];
  username?: Maybe<Scalars['String']['output']>;
  /** A notice for the owner of a username that no longer meets the rules; otherwise null. */
  usernameNotice?: Maybe<Scalars['String']['output']>;
  profileImageUrl?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
  discoveries: Scalars['Int']['output'];
  level: Scalars['Int']['output'];
  /** 15 XP a discovery. */
  xp: Scalars['Int']['output'];
  /** XP at which the present level starts, and the next one. */
  levelXp: Scalars['Int']['output'];
  nextLevelXp: Scalars['Int']['output'];
  /** Balance in Spray Coins. */
  tokens: Scalars['Int']['output'];
  /** tokens + 15 × discoveries, by which the leaderboard ranks. */
  score: Scalars['Int']['output'];
  status: AccountStatus;
  /** Whether username and date of birth are set. */
  profileComplete: Scalars['Boolean']['output'];
  firstName?: Maybe<Scalars['String']['output']>;
  lastName?: Maybe<Scalars['String']['output']>;
  /** Calendar date, `YYYY-MM-DD`. */
  dateOfBirth?: Maybe<Scalars['String']['output']>;
  bio?: Maybe<Scalars['String']['output']>;
  city?: Maybe<Scalars['String']['output']>;
  country?: Maybe<Scalars['String']['output']>;
  pinPreferences: PinPreferences;
  /** The masked contact of the code, for example `••••••1234`. */
  contactHint?: Maybe<Scalars['String']['output']>;
  /** The wallet that is linked to the account. */
  wallet?: Maybe<Wallet>;
  visibility: ProfileVisibility;
  /** Of what is sent to the player; first that of the request that opened the account. */
  language: Language;
  roles: Array<Role>;
  /** Null for an account that is not suspended. */
  suspension?: Maybe<Suspension>;
};

/** What an operator trusts the account with, by command. */
export type Role =
  /** Decides on reports. */
  | 'moderator'
  /** Decides on requests for clients of the API. */
  | 'operator'
  /** Makes live events. */
  | 'organiser'
  /** Ships and refunds orders of the store. */
  | 'shopkeeper';

/** A suspended player can sign in, read, appeal, and delete the account, and nothing else. */
export type Suspension = {
  /** Null for one without an end. */
  until?: Maybe<Scalars['DateTime']['output']>;
};

export type PinPreferencesInput = {
  illegalFinds?: InputMaybe<Scalars['String']['input']>;
  legalFinds?: InputMaybe<Scalars['String']['input']>;
  wetPaintFlicks?: InputMaybe<Scalars['String']['input']>;
  productions?: InputMaybe<Scalars['String']['input']>;
  stencils?: InputMaybe<Scalars['String']['input']>;
  tags?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays as it is. */
export type ProfileVisibilityInput = {
  picture?: InputMaybe<Scalars['Boolean']['input']>;
  bio?: InputMaybe<Scalars['Boolean']['input']>;
  /** Level and number of discoveries. */
  statistics?: InputMaybe<Scalars['Boolean']['input']>;
  /** Joining date. */
  joined?: InputMaybe<Scalars['Boolean']['input']>;
  gallery?: InputMaybe<Scalars['Boolean']['input']>;
  /** The linked wallet. */
  wallet?: InputMaybe<Scalars['Boolean']['input']>;
};

/**
 * What the sign-up form holds. No field is non-null here, so that one response can name every field
 * that is missing or wrong (`VALIDATION_FAILED` with `fields`).
 */
export type SignUpInput = {
  /** Required, at most 120 characters. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Required, at most 120 characters. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Required. International, or in the national format of `country`. */
  phone?: InputMaybe<Scalars['String']['input']>;
  city?: InputMaybe<Scalars['String']['input']>;
  /** Free text. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Required, 3 to 30 characters of one script; taken in any case or with look-alike letters is taken. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** Required, `YYYY-MM-DD`; 18 years ago or earlier. */
  dateOfBirth?: InputMaybe<Scalars['String']['input']>;
  /** At most 2,000 characters. */
  bio?: InputMaybe<Scalars['String']['input']>;
  /** The uploadURL that the same browser was given, or its /objects/ form. */
  avatarUrl?: InputMaybe<Scalars['String']['input']>;
  /** One emoji for each category. */
  pinPreferences?: InputMaybe<PinPreferencesInput>;
  /** beginner, intermediate, advanced, professional or enthusiast. */
  experience?: InputMaybe<Scalars['String']['input']>;
  /** At most 20; an entry with commas counts as several. */
  interests?: InputMaybe<Array<Scalars['String']['input']>>;
  /** social-media, friend, search, street-art-community, event or other. */
  referralSource?: InputMaybe<Scalars['String']['input']>;
};

/** What the trial form holds. No field is non-null here, for the reason given at SignUpInput. */
export type TrialSignUpInput = {
  /** Required. */
  firstName?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  lastName?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Required. International, or in the national format of the product's country. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Required. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Required: state or province. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** As in SignUpInput; a free one is made of the first name where it is missing. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** beginner, intermediate, advanced, professional or enthusiast; beginner where it is missing. */
  experience?: InputMaybe<Scalars['String']['input']>;
  /** At most 20; an entry with commas counts as several. */
  interests?: InputMaybe<Array<Scalars['String']['input']>>;
  referralCode?: InputMaybe<Scalars['String']['input']>;
};

/** What profile creation asks for. No field is non-null here, for the reason given at SignUpInput. */
export type CompleteProfileInput = {
  /** Required, 3 to 30 characters of one script; taken in any case or with look-alike letters is taken. */
  username?: InputMaybe<Scalars['String']['input']>;
  /** Required, `YYYY-MM-DD`; 18 years ago or earlier. */
  dateOfBirth?: InputMaybe<Scalars['String']['input']>;
  /** At most 2,000 characters; unchanged if missing. */
  bio?: InputMaybe<Scalars['String']['input']>;
  /** The uploadURL that the player was given, or its /objects/ form; unchanged if missing. */
  avatarUrl?: InputMaybe<Scalars['String']['input']>;
  /** Missing categories stay unchanged. */
  pinPreferences?: InputMaybe<PinPreferencesInput>;
};

export type ProfilePicturePayload = {
  /** A confirmation message. */
  message: Scalars['String']['output'];
  /** Path of the picture, starting with /objects/. */
  profileImageUrl: Scalars['String']['output'];
};

/** A passkey of the caller's. */
export type Passkey = {
  id: Scalars['ID']['output'];
  /** 1 to 60 characters. */
  name: Scalars['String']['output'];
  /** Whether a password manager synchronises it. */
  backedUp: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Something to achieve. */
export type Achievement = {
  /** For example `first-discovery`. */
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  earned: Scalars['Boolean']['output'];
  /** 0 to `goal`. */
  progress: Scalars['Int']['output'];
  goal: Scalars['Int']['output'];
  /** By the clock of the action that completed it; null until earned. */
  earnedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How many players have it. */
  players: Scalars['Int']['output'];
};

/** An achievement that a player has. */
export type EarnedAchievement = {
  /** For example `first-discovery`. */
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  earnedAt: Scalars['DateTime']['output'];
  /** How many players have it. */
  players: Scalars['Int']['output'];
};

/** Periods by the time of the booking, in UTC. */
export type LeaderboardPeriod =
  | 'all'
  /** The calendar month. */
  | 'month'
  /** The week from Monday. */
  | 'week';

export type LeaderboardArea =
  | 'world'
  /** The country that the caller's account names. */
  | 'country'
  /** The city that the caller's account names, in its country. */
  | 'city';

/** A place on a leaderboard. Players with the same score share a rank, and the next rank counts them all; among them, the order stays. */
export type LeaderboardEntry = {
  /** The player's id. */
  id: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  /** Spray Coins earned in the period. */
  tokens: Scalars['Int']['output'];
  /** Number of discoveries in the period. */
  discoveries: Scalars['Int']['output'];
  /** tokens + 15 × discoveries. */
  score: Scalars['Int']['output'];
  /** 1 for the highest score. */
  rank: Scalars['Int']['output'];
  /** Whether it is the caller. */
  you: Scalars['Boolean']['output'];
};

/** The caller's place on a leaderboard. */
export type OwnRank = {
  /** Null without a score in the period, and for accounts that are not ranked. */
  rank?: Maybe<Scalars['Int']['output']>;
  tokens: Scalars['Int']['output'];
  discoveries: Scalars['Int']['output'];
  score: Scalars['Int']['output'];
  /** Points below the next higher score; null for the highest. */
  toNext?: Maybe<Scalars['Int']['output']>;
};

/** Players by score. Accounts that are pending, suspended or hide their statistics are not ranked. What is booked is ranked within half a second, under heavy load within seconds. */
export type Leaderboard = {
  /** Name of the country or city, as the caller's account has it; null for the world, and where the account names none: then the list is empty. */
  area?: Maybe<Scalars['String']['output']>;
  /** The highest, at most 50. */
  entries: Array<LeaderboardEntry>;
  me: OwnRank;
};

export type TutorialStepPayload = {
  /** Spray Coins booked now; 0 for a step without a reward or one that was credited before. */
  tokensAwarded: Scalars['Int']['output'];
  /** The player's new balance in Spray Coins. */
  balance: Scalars['Int']['output'];
};

export type WalletChallengePayload = {
  /** The text to sign, after EIP-4361; it has to be returned unchanged. */
  message: Scalars['String']['output'];
};

/** A sign-in that the issuer started: no session is open yet, and the browser has to continue at the issuer. */
export type ContinuePayload = {
  /** The path to continue at. */
  continueTo: Scalars['String']['output'];
};

export type ErasureCodePayload = {
  /** The masked contact that the code was sent to, for example `••••••1234`. */
  sentTo: Scalars['String']['output'];
};

export type SignUpPayload = {
  status: AccountStatus;
};

/** Whether a post's text is shown: `hidden` by moderators, who leave it to its author, `removed` by moderators, or `deleted` by its author, which only threads with replies are. */
export type PostState =
  | 'shown'
  | 'hidden'
  | 'removed'
  | 'deleted';

/** A post of the discussions: a thread, or a reply in one. Only players read it. */
export type ForumPost = {
  id: Scalars['ID']['output'];
  /** The thread that it belongs to; its own id for a thread. */
  threadId: Scalars['ID']['output'];
  /** One line. Null for replies, and where the text is not shown. */
  title?: Maybe<Scalars['String']['output']>;
  /** Plain text, lines separated by line breaks. Null where it is not shown. */
  content?: Maybe<Scalars['String']['output']>;
  state: PostState;
  /** Null for a deleted post. */
  author?: Maybe<Player>;
  /** Of the text. */
  language: Language;
  createdAt: Scalars['DateTime']['output'];
  /** When its author last changed it; null if never. */
  editedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Until when the caller can change it, 15 minutes after it was written; null where they cannot. */
  editableUntil?: Maybe<Scalars['DateTime']['output']>;
  /** When a thread had its newest post. */
  activeAt: Scalars['DateTime']['output'];
  likes: Scalars['Int']['output'];
  /** Whether the caller likes it. */
  liked: Scalars['Boolean']['output'];
  /** Whether the caller wrote it. */
  isOwn: Scalars['Boolean']['output'];
  /** Whether the caller has muted its author. */
  isMuted: Scalars['Boolean']['output'];
  /** Whether the caller has hidden it for themself. */
  isHiddenByMe: Scalars['Boolean']['output'];
  /** Of a thread; 0 for replies. */
  replyCount: Scalars['Int']['output'];
  /** The players mentioned in the text, at most 10. */
  mentions: Array<Mention>;
  /** Replies of a thread, the oldest first, without those of players whom the caller has blocked. None for replies. */
  replies: ForumPostConnection;
};


/** A post of the discussions: a thread, or a reply in one. Only players read it. */
export type ForumPostRepliesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A player mentioned in a text. */
export type Mention = {
  /** The name as the text has it after the `@`. */
  written: Scalars['String']['output'];
  /** The player's username as it is now. */
  username: Scalars['String']['output'];
};

export type ForumPostEdge = {
  cursor: Scalars['String']['output'];
  node: ForumPost;
};

export type ForumPostConnection = {
  edges: Array<ForumPostEdge>;
  nodes: Array<ForumPost>;
  pageInfo: PageInfo;
};

/** What a player does to another one: `mute` collapses their posts and sends no notices of them; `block` hides their posts, and they can no longer reply to the player or mention them. */
export type PlayerFilterKind =
  | 'block'
  | 'mute';

export type PlayerFilter = {
  player: Player;
  kind: PlayerFilterKind;
  createdAt: Scalars['DateTime']['output'];
};

export type PlayerFilterEdge = {
  cursor: Scalars['String']['output'];
  node: PlayerFilter;
};

export type PlayerFilterConnection = {
  edges: Array<PlayerFilterEdge>;
  nodes: Array<PlayerFilter>;
  pageInfo: PageInfo;
};

export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** No field is non-null here, for the reason given at SignUpInput. */
export type CreateThreadInput = {
  /** Required, one line of at most 120 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Required, plain text of at most 5,000 characters. `@` and a username mention a player. */
  content?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays as it is. */
export type EditPostInput = {
  /** Of a thread: one line of at most 120 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Plain text of at most 5,000 characters. */
  content?: InputMaybe<Scalars['String']['input']>;
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

export type ModerationOutcome =
  /** Nothing is done. */
  | 'dismiss'
  /** It is hidden while the decision is in force. */
  | 'hide'
  | 'remove'
  | 'warn'
  /** The player may not change anything; the reported post, work or picture is hidden. */
  | 'suspend';

export type ModerationAction =
  | 'claimed'
  | 'decided'
  | 'appealed'
  | 'upheld'
  | 'overturned';

export type ReportSubjectInput = {
  kind: ReportSubjectKind;
  id: Scalars['ID']['input'];
};

export type ReportInput = {
  subject: ReportSubjectInput;
  reason: ReportReason;
  note?: InputMaybe<Scalars['String']['input']>;
};

/** An artist's request, with or without an account. */
export type TakedownInput = {
  /** A work or a picture. */
  subject: ReportSubjectInput;
  /** E-mail address for questions. */
  contact: Scalars['String']['input'];
  /** Why the work is the artist's. */
  note: Scalars['String']['input'];
};

export type DecisionInput = {
  /** Of the case. */
  id: Scalars['ID']['input'];
  /** Of the case as it was read. */
  version: Scalars['Int']['input'];
  outcome: ModerationOutcome;
  /** For the affected player to read. */
  reason: Scalars['String']['input'];
  /** Of a suspension; without it the suspension has no end. */
  suspendedDays?: InputMaybe<Scalars['Int']['input']>;
};

export type AppealInput = {
  /** Of the notice. */
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};

export type AppealDecisionInput = {
  /** Of the case. */
  id: Scalars['ID']['input'];
  overturned: Scalars['Boolean']['input'];
  /** For the affected player to read. */
  reason: Scalars['String']['input'];
};

/** What became of a report. */
export type ReportReceipt = {
  /** Whether the caller had already reported it; then nothing has changed. */
  isRepeated: Scalars['Boolean']['output'];
};

/** What one person reported. */
export type ModerationReport = {
  reason: ReportReason;
  note?: Maybe<Scalars['String']['output']>;
  /** Username of a player. */
  reporter?: Maybe<Scalars['String']['output']>;
  /** E-mail address of an artist without an account; null 60 days after the case is closed. */
  contact?: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['DateTime']['output'];
};

export type ModerationAppeal = {
  text: Scalars['String']['output'];
  appealedAt: Scalars['DateTime']['output'];
  /** Null while it waits. */
  isOverturned?: Maybe<Scalars['Boolean']['output']>;
  /** Of the decision on the appeal. */
  reason?: Maybe<Scalars['String']['output']>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type ModerationDecision = {
  outcome: ModerationOutcome;
  reason: Scalars['String']['output'];
  /** Null for a suspension without an end, and for other outcomes. */
  suspendedUntil?: Maybe<Scalars['DateTime']['output']>;
  decidedAt: Scalars['DateTime']['output'];
  /** Whether the caller decided; then another moderator decides the appeal. */
  byMe: Scalars['Boolean']['output'];
  appeal?: Maybe<ModerationAppeal>;
};

/** A work as moderators see it. */
export type ReportedWork = {
  id: Scalars['ID']['output'];
};

/** A picture as moderators see it. */
export type ReportedPicture = {
  id: Scalars['ID']['output'];
};

/** A former decision about a player. */
export type EarlierDecision = {
  /** Of the case. */
  id: Scalars['ID']['output'];
  subjectKind: ReportSubjectKind;
  outcome: ModerationOutcome;
  reason: Scalars['String']['output'];
  decidedAt: Scalars['DateTime']['output'];
  /** Null where no appeal was decided. */
  isOverturned?: Maybe<Scalars['Boolean']['output']>;
};

/** Open cases by what was reported, and appeals that wait; each at most 1,000. */
export type ModerationCounts = {
  post: Scalars['Int']['output'];
  work: Scalars['Int']['output'];
  picture: Scalars['Int']['output'];
  player: Scalars['Int']['output'];
  appeals: Scalars['Int']['output'];
};

/** A reported post as moderators see it. */
export type ReportedPost = {
  id: Scalars['ID']['output'];
  threadId: Scalars['ID']['output'];
  /** Null for a reply. */
  title?: Maybe<Scalars['String']['output']>;
  content: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  editedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** The reports about one thing, for moderators. */
export type ModerationCase = {
  id: Scalars['ID']['output'];
  subjectKind: ReportSubjectKind;
  subjectId: Scalars['ID']['output'];
  /** 0 to 3, the most urgent. */
  severity: Scalars['Int']['output'];
  reportCount: Scalars['Int']['output'];
  /** The first 50. */
  reports: Array<ModerationReport>;
  /** Grows with each claim and decision. */
  version: Scalars['Int']['output'];
  openedAt: Scalars['DateTime']['output'];
  /** Username of the moderator who has claimed it. */
  claimedBy?: Maybe<Scalars['String']['output']>;
  claimedByMe: Scalars['Boolean']['output'];
  /** Null for other kinds, and when it is gone. */
  post?: Maybe<ReportedPost>;
  /** Title and text of a post when it was first reported; null for other kinds, and 60 days after the case is closed. */
  reportedText?: Maybe<Scalars['String']['output']>;
  /** Null for other kinds, and when it is gone. */
  work?: Maybe<ReportedWork>;
  /** Null for other kinds, and when it is gone. */
  picture?: Maybe<ReportedPicture>;
  /** Who wrote, documented or uploaded it, or was reported; null for an imported work, and when the account is erased. */
  player?: Maybe<Player>;
  /** Former decisions about that player, the last 10, newest first. */
  earlier: Array<EarlierDecision>;
  /** Null while it is open. */
  decision?: Maybe<ModerationDecision>;
};

export type ModerationCaseEdge = {
  cursor: Scalars['String']['output'];
  node: ModerationCase;
};

export type ModerationCaseConnection = {
  edges: Array<ModerationCaseEdge>;
  nodes: Array<ModerationCase>;
  pageInfo: PageInfo;
};

/** One step of moderation; it is never changed. */
export type ModerationLogEntry = {
  id: Scalars['ID']['output'];
  caseId: Scalars['ID']['output'];
  action: ModerationAction;
  outcome?: Maybe<ModerationOutcome>;
  at: Scalars['DateTime']['output'];
  /** Username of the moderator; null when the account is erased. */
  actor?: Maybe<Scalars['String']['output']>;
  subjectKind?: Maybe<ReportSubjectKind>;
};

export type ModerationLogEdge = {
  cursor: Scalars['String']['output'];
  node: ModerationLogEntry;
};

export type ModerationLogConnection = {
  edges: Array<ModerationLogEdge>;
  nodes: Array<ModerationLogEntry>;
  pageInfo: PageInfo;
};

/** A decision of moderators about the caller. */
export type ModerationNotice = {
  /** Of the case. */
  id: Scalars['ID']['output'];
  subjectKind: ReportSubjectKind;
  subjectId: Scalars['ID']['output'];
  /** Title and text of a post when it was first reported; null for other kinds, and 60 days after the case is closed. */
  reportedText?: Maybe<Scalars['String']['output']>;
  /** Null for other kinds, and when it is gone. */
  work?: Maybe<ReportedWork>;
  /** Null for other kinds, and when it is gone. */
  picture?: Maybe<ReportedPicture>;
  outcome: ModerationOutcome;
  reason: Scalars['String']['output'];
  /** Null for a suspension without an end, and for other outcomes. */
  suspendedUntil?: Maybe<Scalars['DateTime']['output']>;
  decidedAt: Scalars['DateTime']['output'];
  /** Once, within 30 days. */
  canAppeal: Scalars['Boolean']['output'];
  appeal?: Maybe<ModerationAppeal>;
};

/** A report of the caller, without what others said. */
export type OwnReport = {
  id: Scalars['ID']['output'];
  subjectKind: ReportSubjectKind;
  reason: ReportReason;
  createdAt: Scalars['DateTime']['output'];
  decided: Scalars['Boolean']['output'];
  /** Whether something was done. */
  acted: Scalars['Boolean']['output'];
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
};

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

/** What happened to the caller: one thing, or several of one group until they are read. 500 are kept, for 90 days. */
export type Notification = {
  id: Scalars['ID']['output'];
  kind: NotificationKind;
  /** How often it happened. */
  count: Scalars['Int']['output'];
  /** The last ones who did it, at most 3. */
  actors: Array<Player>;
  subject: NotificationSubject;
  /** The last time. */
  happenedAt: Scalars['DateTime']['output'];
  isRead: Scalars['Boolean']['output'];
};

/** What a notification is about; what does not apply is null. */
export type NotificationSubject = {
  /** What it leads to: discovery, thread, mission, event, achievement, moderation or partner. */
  type?: Maybe<Scalars['String']['output']>;
  /** Of what it leads to. */
  id?: Maybe<Scalars['ID']['output']>;
  title?: Maybe<Scalars['String']['output']>;
  /** Spray Coins. */
  tokens?: Maybe<Scalars['Int']['output']>;
  /** Of a moderation: the decision. Of a partner's client: `approved` or `declined`. Of a live event: `changed` or `cancelled`, and null where it ended with a reward. */
  outcome?: Maybe<Scalars['String']['output']>;
};

export type NotificationEdge = {
  cursor: Scalars['String']['output'];
  node: Notification;
};

export type NotificationConnection = {
  edges: Array<NotificationEdge>;
  nodes: Array<Notification>;
  pageInfo: PageInfo;
  /** How many of all the caller has not read. */
  unread: Scalars['Int']['output'];
};

export type Digest =
  | 'off'
  /** At 8 o'clock. */
  | 'daily'
  /** On Mondays at 8 o'clock. */
  | 'weekly';

export type NotificationSettings = {
  /** Kinds that the caller has turned off. */
  off: Array<NotificationKind>;
  /** Kinds that are not sent by e-mail. */
  emailOff: Array<NotificationKind>;
  /** Kinds that are not sent to browsers. */
  pushOff: Array<NotificationKind>;
  /** What a browser subscribes to push messages with (VAPID), base64url. Null where none are sent. */
  pushKey?: Maybe<Scalars['String']['output']>;
  /** How often unread news are sent by e-mail, where there are any. */
  digest: Digest;
  /** Of the hour of the digest; a name of IANA. */
  timeZone: Scalars['String']['output'];
  /** The confirmed e-mail address, masked. Null where there is none; then no digest can be chosen. */
  emailHint?: Maybe<Scalars['String']['output']>;
};

/** What is left out stays as it is. */
export type NotificationSettingsInput = {
  /** Kinds to turn off, in place of those chosen before. */
  off?: InputMaybe<Array<NotificationKind>>;
  /** Kinds that are not sent to the caller by e-mail, in place of those chosen before. */
  emailOff?: InputMaybe<Array<NotificationKind>>;
  /** Kinds that are not sent to the caller's browsers, in place of those chosen before. */
  pushOff?: InputMaybe<Array<NotificationKind>>;
  /** Other than `off` only with a confirmed e-mail address. */
  digest?: InputMaybe<Digest>;
  /** A name of IANA, for example `Europe/Paris`. */
  timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** Of a browser's PushSubscription; keys in base64url. */
export type PushSubscriptionInput = {
  /** An https address of a push service that we know. */
  endpoint: Scalars['String']['input'];
  /** Its public key, an uncompressed point of P-256: 65 bytes. */
  p256dh: Scalars['String']['input'];
  /** Its secret: 16 bytes. */
  auth: Scalars['String']['input'];
};

/** A request waits, is declined, or has made a client, which is active until it is revoked. */
export type PartnerClientState =
  | 'waiting'
  | 'declined'
  | 'active'
  | 'revoked';

/** The caller's request for a client of the API, and the client that it became. */
export type PartnerClient = {
  /** Also the `client_id` for tokens. */
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** What it is for, in the caller's words. */
  purpose: Scalars['String']['output'];
  website?: Maybe<Scalars['String']['output']>;
  scopes: Array<Scalars['String']['output']>;
  /** Where players come back to after they have agreed. */
  redirectUris: Array<Scalars['String']['output']>;
  /** Whether it is an app on people's devices, which has no secret. */
  isPublic: Scalars['Boolean']['output'];
  state: PartnerClientState;
  /** The operator's. */
  reason?: Maybe<Scalars['String']['output']>;
  requestedAt: Scalars['DateTime']['output'];
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether its first secret was collected. */
  hasSecret: Scalars['Boolean']['output'];
  /** When the secret was last replaced. */
  rotatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Until when the secret before the present one is valid; null where there is none. */
  formerSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A secret, which is shown this once. */
export type PartnerSecret = {
  client: PartnerClient;
  /** 43 characters of base64url. */
  secret: Scalars['String']['output'];
};

/** A player's request for a client, for operators. */
export type PartnerRequest = {
  id: Scalars['ID']['output'];
  /** Username of who asks. */
  player?: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  purpose: Scalars['String']['output'];
  website?: Maybe<Scalars['String']['output']>;
  scopes: Array<Scalars['String']['output']>;
  redirectUris: Array<Scalars['String']['output']>;
  isPublic: Scalars['Boolean']['output'];
  requestedAt: Scalars['DateTime']['output'];
  /** Clients that the player has and that are not revoked. */
  activeClients: Scalars['Int']['output'];
};

export type PartnerRequestEdge = {
  cursor: Scalars['String']['output'];
  node: PartnerRequest;
};

export type PartnerRequestConnection = {
  edges: Array<PartnerRequestEdge>;
  nodes: Array<PartnerRequest>;
  pageInfo: PageInfo;
};

/** What a partner's client asks the caller to allow. */
export type AppAuthorization = {
  name: Scalars['String']['output'];
  /** Of the client. */
  website?: Maybe<Scalars['String']['output']>;
  /** Username of the player whose client it is; null for one that operators made. */
  owner?: Maybe<Scalars['String']['output']>;
  /** The scopes that it requests, of those in docs/partners.md. */
  scopes: Array<Scalars['String']['output']>;
  /** Whether it requests offline access, until the caller revokes it. */
  isLasting: Scalars['Boolean']['output'];
  /** Where the caller is redirected after the decision: a host, or the scheme of an app on the device. */
  returnsTo: Scalars['String']['output'];
};

/** A partner's client that may act in the caller's name. */
export type AppAccess = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  website?: Maybe<Scalars['String']['output']>;
  /** Username of the player whose client it is; null for one that operators made. */
  owner?: Maybe<Scalars['String']['output']>;
  /** With `offline_access` it gets new tokens without the caller. */
  scopes: Array<Scalars['String']['output']>;
  /** When the caller last agreed. */
  agreedAt: Scalars['DateTime']['output'];
  /** When it last got a token, which is good for ten minutes. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type PartnerRequestInput = {
  /** Unique among clients. */
  name: Scalars['String']['input'];
  /** What it is for. */
  purpose: Scalars['String']['input'];
  /** An http or https address of at most 500 characters. */
  website?: InputMaybe<Scalars['String']['input']>;
  /** At least one of the scopes of docs/partners.md. */
  scopes: Array<Scalars['String']['input']>;
  /**
   * With `discoveries:write`, where players come back to after they have agreed: https, http on the loopback interface, or
   * a scheme that is a domain name backwards. At most 5 of at most 500 characters.
   */
  redirectUris?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether it is an app on people's devices, which can keep no secret. Such a client has only `discoveries:write`. */
  isPublic?: InputMaybe<Scalars['Boolean']['input']>;
};

export type PartnerDecisionInput = {
  id: Scalars['ID']['input'];
  isApproved: Scalars['Boolean']['input'];
  /** The player reads it; required to decline. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type Query = {
  /** Decisions of moderators about the caller, newest first. */
  myNotices: Array<ModerationNotice>;
  myNotice?: Maybe<ModerationNotice>;
  /** The caller's reports, newest first. */
  myReports: Array<OwnReport>;
  /** A report of the caller; null for another's. Open to pending accounts. */
  myReport?: Maybe<OwnReport>;
  /** Open cases, the most urgent and then the oldest first; for moderators. */
  moderationQueue: ModerationCaseConnection;
  /** Cases whose appeal waits, the oldest first; for moderators. */
  moderationAppeals: ModerationCaseConnection;
  moderationCase?: Maybe<ModerationCase>;
  /** How much waits, for moderators. */
  moderationCounts: ModerationCounts;
  /** The caller's requests for clients of the API, and clients, newest first, at most 50. */
  myPartnerClients: Array<PartnerClient>;
  /** The request that waits for the caller's decision, by the `interaction` in the address of the page; null for an expired one. Needs a verified player. */
  appAuthorization?: Maybe<AppAuthorization>;
  /** Partners' clients that may act in the caller's name, the newest first; at most 100. */
  myApps: Array<AppAccess>;
  /** Requests for clients that wait, the oldest first; for operators. */
  partnerRequests: PartnerRequestConnection;
  /** Everything that moderators and appealing players did, newest first; for moderators. */
  moderationLog: ModerationLogConnection;
  /** The caller's account; null when no one is signed in. Open to all. */
  me?: Maybe<Me>;
  /** The verified player of this name, in any case; null where there is none. Open to all. */
  player?: Maybe<Player>;
  /** Three to five free usernames similar to this one. Open to all. */
  usernameSuggestions: Array<Scalars['String']['output']>;
  /** The caller's phone and e-mail. Open to pending accounts. */
  myContacts: Array<Contact>;
  /** All achievements with the caller's progress. Open to pending accounts. */
  myAchievements: Array<Achievement>;
  /** The leaderboard of a period and an area. Open to pending accounts, who are not ranked. */
  leaderboard: Leaderboard;
  /** What happened to the caller, the newest first. Open to pending accounts. */
  notifications: NotificationConnection;
  /** Open to pending accounts. */
  notificationSettings: NotificationSettings;
  /** The caller's passkeys, at most 20, the oldest first. Open to pending accounts, who have none. */
  myPasskeys: Array<Passkey>;
  /**
   * Discussions, latest activity first, without those of players whom the caller has blocked and those that the caller has
   * hidden. Needs a session.
   */
  threads: ForumPostConnection;
  /** The discussion that a post belongs to. Null also where the caller has blocked who began it. Needs a session. */
  thread?: Maybe<ForumPost>;
  /** Whom the caller has blocked or muted, the newest first. Needs a verified player. */
  myPlayerFilters: PlayerFilterConnection;
};


export type QueryMyNoticesArgs = {
  first: Scalars['Int']['input'];
};


export type QueryMyNoticeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMyReportsArgs = {
  first: Scalars['Int']['input'];
};


export type QueryMyReportArgs = {
  id: Scalars['ID']['input'];
};


export type QueryModerationQueueArgs = {
  kind?: InputMaybe<ReportSubjectKind>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryModerationAppealsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryModerationCaseArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAppAuthorizationArgs = {
  interaction: Scalars['String']['input'];
};


export type QueryPartnerRequestsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryModerationLogArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPlayerArgs = {
  username: Scalars['String']['input'];
};


export type QueryUsernameSuggestionsArgs = {
  like: Scalars['String']['input'];
};


export type QueryLeaderboardArgs = {
  period?: InputMaybe<LeaderboardPeriod>;
  area?: InputMaybe<LeaderboardArea>;
};


export type QueryNotificationsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryThreadsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  language?: InputMaybe<Language>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryThreadArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMyPlayerFiltersArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /** Reports a post, a work, a picture or a player; again, while the case is open, changes nothing. */
  report: ReportReceipt;
  /** An artist asks for a work or a picture to be taken down; open to guests. */
  requestTakedown: Scalars['Boolean']['output'];
  /** Keeps other moderators from the case for half an hour. */
  claimCase: ModerationCase;
  /** Decides a case once; `CONFLICT` if it has changed since it was read. */
  decideCase: ModerationCase;
  /** The affected player's one appeal, within 30 days; open to suspended players. */
  appealDecision: ModerationNotice;
  /** By another moderator than the first. Overturning undoes the decision. */
  decideAppeal: ModerationCase;
  /** Asks for a client of the API. At most 3 requests and clients at a time (`LIST_FULL`), and 10 requests in 30 days. */
  requestPartnerClient: PartnerClient;
  /** Approves or declines a request, once; for operators. The player is notified. */
  decidePartnerRequest: Scalars['Boolean']['output'];
  /** The first secret of the caller's client, or a new one in place of the present one. */
  createPartnerSecret: PartnerSecret;
  /** The caller's client gets no more tokens. Open to suspended players. */
  revokePartnerClient: PartnerClient;
  /**
   * Allows or denies the request of a partner's client (`appAuthorization`); 409 `SIGN_IN_EXPIRED` for an expired one, `LIST_FULL` at 100 apps.
   * Returns the path at which the browser continues. It contains a secret.
   */
  decideAppAuthorization: Scalars['String']['output'];
  /** Takes back what a partner's client may do in the caller's name; its tokens end at once. Open to suspended players. */
  revokeApp: Scalars['Boolean']['output'];
  /** Creates a pending account with a session and sends a code by SMS. Open to all; the response is the same for known and unknown contacts. */
  signUp: SignUpPayload;
  /**
   * The same by the form of the free trial. The age is required when the profile is completed; the guest's session, and so
   * the trial that it began, becomes the account's.
   */
  trialSignUp: SignUpPayload;
  /** Confirms the pending contact and rotates the session. Needs a session. */
  verifyContact: Scalars['Boolean']['output'];
  /** Sends the code again. Needs a session; the response is always the same. */
  resendContactCode: Scalars['Boolean']['output'];
  /** Sends a sign-in code to the phone or e-mail of an account. Open to all; the response is always the same. */
  requestSignInCode: Scalars['Boolean']['output'];
  /** Completes the caller's profile; the age is checked again. Open to pending accounts. */
  completeProfile: Me;
  /** Changes the profile picture: an uploadURL of the player, or its /objects/ form. Open to pending accounts. */
  setProfilePicture: ProfilePicturePayload;
  /** Changes the pins of the caller's finds; missing categories stay unchanged. Open to pending accounts. */
  setPinPreferences: PinPreferences;
  /** Shows parts of the caller's profile to others, or hides them. A gallery is hidden within a second. Open to pending accounts. */
  setVisibility: ProfileVisibility;
  /** Changes the language of what is sent to the caller. Open to pending accounts. */
  setLanguage: Language;
  /** Sends a code to a new phone or e-mail for the caller's account; the response is always the same. Needs a verified player, or a pending one without a contact. */
  requestContactChange: Scalars['Boolean']['output'];
  /** Replaces the contact of the same kind by the one that the code confirms, ends all other sessions and rotates this one. Needs a verified player, or a pending one without a contact. */
  changeContact: Scalars['Boolean']['output'];
  /** Creates the message for linking a wallet on Ethereum mainnet (`chainId` 1), valid for 10 minutes, once, in this session. Needs a verified player. */
  challengeWallet: WalletChallengePayload;
  /** Links the wallet that signed the message, replacing the one linked before. Needs a verified player; contract wallets are not supported. */
  linkWallet: Wallet;
  /** Unlinks the caller's wallet, if there is one. */
  unlinkWallet: Scalars['Boolean']['output'];
  /** Sends the code for deleting the account to a confirmed contact; for a pending account, to a claimed one. Needs a session. */
  requestErasureCode: ErasureCodePayload;
  /** Deletes the caller's account permanently, in all services, and ends all its sessions. Needs a session. */
  eraseAccount: Scalars['Boolean']['output'];
  /** Credits a step of the tutorial, 1 to 8, only once. Open to pending accounts. */
  completeTutorialStep: TutorialStepPayload;
  /** Options for creating a passkey, valid for 5 minutes, once, in this session. Needs a verified player. */
  passkeyCreationOptions: Scalars['JSON']['output'];
  /** Adds the passkey that the browser created; without a name it gets a default one. Needs a verified player. */
  addPasskey: Passkey;
  /** Renames a passkey. Needs a verified player. */
  renamePasskey: Passkey;
  /** Removes a passkey, which can no longer sign in. Needs a verified player. */
  removePasskey: Scalars['Boolean']['output'];
  /** Begins a discussion. Needs a verified player, who is `RATE_LIMITED` sooner in the first week of the account. */
  createThread: ForumPost;
  /**
   * Replies in a discussion. Needs a verified player. Refused with `THREAD_CLOSED` where it is deleted or taken away by
   * moderators, and with `CANNOT_REPLY` where who began it has blocked the caller.
   */
  replyToThread: ForumPost;
  /** Changes an own post within 15 minutes; later refused with `POST_NOT_EDITABLE`. Needs a verified player. */
  editPost: ForumPost;
  /** Deletes an own post. A discussion with replies keeps its place, without title, text and author. Needs a verified player. */
  deletePost: Scalars['Boolean']['output'];
  /** Likes a post; a second time changes nothing. Needs a verified player. */
  likePost: ForumPost;
  /** Takes the caller's like back. Needs a verified player. */
  unlikePost: ForumPost;
  /** Hides a post for the caller alone. Needs a verified player. */
  hidePost: ForumPost;
  /** Shows the caller a post again that they have hidden. Needs a verified player. */
  showPost: ForumPost;
  /**
   * Marks the caller's notifications as read: either those of these ids, or those that happened at `before` or earlier.
   * Returns how many are left unread. Open to pending accounts.
   */
  markNotificationsRead: Scalars['Int']['output'];
  /** Open to pending accounts. */
  setNotificationSettings: NotificationSettings;
  /**
   * Sends what is new to the caller's browser, too, until the session ends, or the page was not opened there for 30 days.
   * A second time renews it. A player has 10 browsers; the one opened longest ago goes. Open to pending accounts.
   */
  addPushSubscription: Scalars['Boolean']['output'];
  /** Ends it for a browser; a second time changes nothing. Open to pending accounts. */
  removePushSubscription: Scalars['Boolean']['output'];
  /** Ends the e-mail digests of a player by the token of a link in one of them. Open to all. */
  stopDigest: Scalars['Boolean']['output'];
  /** Blocks or mutes a player in place of what was chosen before; null ends it. Needs a verified player. */
  filterPlayer: Scalars['Boolean']['output'];
  /** Options for requesting a passkey, valid for 5 minutes, once, in this session. Open to all. */
  passkeySignInOptions: Scalars['JSON']['output'];
  /** Opens a session with a passkey; null unless it is for an `interaction` of the issuer. Open to all. */
  signInByPasskey?: Maybe<ContinuePayload>;
  /** Opens a session with a code, in the browser that requested it; null unless it is for an `interaction` of the issuer. Open to all. */
  signIn?: Maybe<ContinuePayload>;
  /** Opens a session for the subject of an issuer's ID token; each token once. For the gateway only. */
  signInByIdToken: Scalars['Boolean']['output'];
};


export type MutationReportArgs = {
  input: ReportInput;
};


export type MutationRequestTakedownArgs = {
  input: TakedownInput;
};


export type MutationClaimCaseArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDecideCaseArgs = {
  input: DecisionInput;
};


export type MutationAppealDecisionArgs = {
  input: AppealInput;
};


export type MutationDecideAppealArgs = {
  input: AppealDecisionInput;
};


export type MutationRequestPartnerClientArgs = {
  input: PartnerRequestInput;
};


export type MutationDecidePartnerRequestArgs = {
  input: PartnerDecisionInput;
};


export type MutationCreatePartnerSecretArgs = {
  id: Scalars['ID']['input'];
  overlapHours: Scalars['Int']['input'];
};


export type MutationRevokePartnerClientArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDecideAppAuthorizationArgs = {
  interaction: Scalars['String']['input'];
  isAllowed: Scalars['Boolean']['input'];
};


export type MutationRevokeAppArgs = {
  id: Scalars['ID']['input'];
};


export type MutationSignUpArgs = {
  input: SignUpInput;
};


export type MutationTrialSignUpArgs = {
  input: TrialSignUpInput;
};


export type MutationVerifyContactArgs = {
  code: Scalars['String']['input'];
};


export type MutationRequestSignInCodeArgs = {
  contact: Scalars['String']['input'];
};


export type MutationCompleteProfileArgs = {
  input: CompleteProfileInput;
};


export type MutationSetProfilePictureArgs = {
  imageUrl?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetPinPreferencesArgs = {
  input: PinPreferencesInput;
};


export type MutationSetVisibilityArgs = {
  input: ProfileVisibilityInput;
};


export type MutationSetLanguageArgs = {
  language: Language;
};


export type MutationRequestContactChangeArgs = {
  contact: Scalars['String']['input'];
};


export type MutationChangeContactArgs = {
  contact: Scalars['String']['input'];
  code: Scalars['String']['input'];
};


export type MutationChallengeWalletArgs = {
  address: Scalars['String']['input'];
  chainId: Scalars['Int']['input'];
};


export type MutationLinkWalletArgs = {
  message: Scalars['String']['input'];
  signature: Scalars['String']['input'];
};


export type MutationEraseAccountArgs = {
  code: Scalars['String']['input'];
};


export type MutationCompleteTutorialStepArgs = {
  step: Scalars['Int']['input'];
};


export type MutationAddPasskeyArgs = {
  response: Scalars['JSON']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRenamePasskeyArgs = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRemovePasskeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationCreateThreadArgs = {
  input: CreateThreadInput;
};


export type MutationReplyToThreadArgs = {
  id: Scalars['ID']['input'];
  content: Scalars['String']['input'];
};


export type MutationEditPostArgs = {
  id: Scalars['ID']['input'];
  input: EditPostInput;
};


export type MutationDeletePostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationLikePostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationUnlikePostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationHidePostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationShowPostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationMarkNotificationsReadArgs = {
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  before?: InputMaybe<Scalars['DateTime']['input']>;
};


export type MutationSetNotificationSettingsArgs = {
  input: NotificationSettingsInput;
};


export type MutationAddPushSubscriptionArgs = {
  input: PushSubscriptionInput;
};


export type MutationRemovePushSubscriptionArgs = {
  endpoint: Scalars['String']['input'];
};


export type MutationStopDigestArgs = {
  token: Scalars['String']['input'];
};


export type MutationFilterPlayerArgs = {
  playerId: Scalars['ID']['input'];
  kind?: InputMaybe<PlayerFilterKind>;
};


export type MutationSignInByPasskeyArgs = {
  response: Scalars['JSON']['input'];
  interaction?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSignInArgs = {
  contact: Scalars['String']['input'];
  code: Scalars['String']['input'];
  interaction?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSignInByIdTokenArgs = {
  idToken: Scalars['String']['input'];
  nonce: Scalars['String']['input'];
};
