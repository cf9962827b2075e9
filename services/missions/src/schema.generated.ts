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
};

/** What a mission asks for; it decides which discovery completes it. */
export type MissionType =
  | 'photo_hunt'
  | 'documentation'
  | 'legal_wall'
  | 'historical_site'
  | 'banksy_hunt'
  | 'street_art_tour';

export type Difficulty =
  | 'easy'
  | 'medium'
  | 'hard'
  | 'expert';

/** How careful players have to be at the place. */
export type SafetyRating =
  | 'safe'
  | 'caution'
  | 'high_risk';

/** A photo mission at a real place. It completes when a player who takes part documents a work within its radius that fits its type. */
export type Mission = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  city: Scalars['String']['output'];
  country: Scalars['String']['output'];
  missionType: MissionType;
  /** The type's display name, for example `Photo Hunt`. */
  missionTypeName: Scalars['String']['output'];
  difficultyLevel: Difficulty;
  /** The level's display name, for example `Easy`. */
  difficultyName: Scalars['String']['output'];
  safetyRating: SafetyRating;
  /** The rating's display name, for example `High Risk`. */
  safetyName: Scalars['String']['output'];
  /** Degrees, WGS 84. */
  latitude: Scalars['Float']['output'];
  longitude: Scalars['Float']['output'];
  /** Metres around its place in which a discovery counts. */
  radius: Scalars['Int']['output'];
  /** Whether players can start it. */
  isActive: Scalars['Boolean']['output'];
  /** When it ended, or will end; null for a mission without an end. */
  endsAt?: Maybe<Scalars['DateTime']['output']>;
  /** Spray Coins for completing it. */
  rewardsTokens: Scalars['Int']['output'];
  /** A Banksy Hunt, a Historical Site, or a reward of at least 300 Spray Coins. */
  isFeatured: Scalars['Boolean']['output'];
  historicalContext?: Maybe<Scalars['String']['output']>;
  artistInfo?: Maybe<Scalars['String']['output']>;
  bestPhotoTime?: Maybe<Scalars['String']['output']>;
  /** Where its facts can be checked. */
  source?: Maybe<Scalars['String']['output']>;
  sourceUrl?: Maybe<Scalars['String']['output']>;
  /** Players who take part or have completed it. */
  participants: Scalars['Int']['output'];
  /** Great-circle kilometres from the requested place; null outside nearby lists. */
  distance?: Maybe<Scalars['Float']['output']>;
  /** The caller's part in it; null for who does not take part, and for guests. */
  participation?: Maybe<Participation>;
};

export type MissionEdge = {
  cursor: Scalars['String']['output'];
  node: Mission;
};

export type MissionConnection = {
  edges: Array<MissionEdge>;
  nodes: Array<Mission>;
  pageInfo: PageInfo;
};

export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  endCursor?: Maybe<Scalars['String']['output']>;
};

export type ParticipationStatus =
  | 'active'
  | 'completed'
  | 'left';

/** A player's part in a mission. Partners take part in none. */
export type Participation = {
  id: Scalars['ID']['output'];
  missionId: Scalars['ID']['output'];
  mission: Mission;
  status: ParticipationStatus;
  startedAt: Scalars['DateTime']['output'];
  /** When it was completed or left. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The discovery that completed it. */
  discoveryId?: Maybe<Scalars['ID']['output']>;
};

export type ParticipationEdge = {
  cursor: Scalars['String']['output'];
  node: Participation;
};

export type ParticipationConnection = {
  edges: Array<ParticipationEdge>;
  nodes: Array<Participation>;
  pageInfo: PageInfo;
};

/** A cancelled event has ended. */
export type LiveEventStatus =
  | 'upcoming'
  | 'live'
  | 'ended';

/** A meeting at a place and a time. Everyone who takes part when it ends is rewarded, once. */
export type LiveEvent = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  status: LiveEventStatus;
  startsAt: Scalars['DateTime']['output'];
  endsAt: Scalars['DateTime']['output'];
  placeName: Scalars['String']['output'];
  /** Degrees, WGS 84. */
  latitude: Scalars['Float']['output'];
  /** Degrees, WGS 84. */
  longitude: Scalars['Float']['output'];
  /** Of the place: a name of the IANA database, for example `Australia/Melbourne`. */
  timeZone: Scalars['String']['output'];
  /** Spray Coins. */
  rewardTokens: Scalars['Int']['output'];
  /** What else participants get, by its name. */
  rewardName?: Maybe<Scalars['String']['output']>;
  /** Players who take part. */
  participants: Scalars['Int']['output'];
  /** When its time, place or reward was last changed, of which participants are notified; null if it never was. */
  changedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was cancelled; there are no rewards then. */
  cancelledAt?: Maybe<Scalars['DateTime']['output']>;
  /** The caller's part in it; null for who does not take part, and for guests and partners. */
  participation?: Maybe<LiveEventParticipation>;
};

/** A player's part in a live event. */
export type LiveEventParticipation = {
  joinedAt: Scalars['DateTime']['output'];
  /** When the reward was given; null before the end, and always if the event was cancelled. */
  rewardedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** An event as organisers plan it. */
export type LiveEventInput = {
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  /** Less than 366 days from now. */
  startsAt: Scalars['DateTime']['input'];
  /** After the start and after now, at most 31 days after the start. */
  endsAt: Scalars['DateTime']['input'];
  placeName: Scalars['String']['input'];
  /** Degrees, WGS 84. */
  latitude: Scalars['Float']['input'];
  /** Degrees, WGS 84. */
  longitude: Scalars['Float']['input'];
  /** Of the place: a name of the IANA database, for example `Australia/Melbourne`. */
  timeZone: Scalars['String']['input'];
  /** Spray Coins for everyone who takes part when it ends. */
  rewardTokens: Scalars['Int']['input'];
  /** What else they get, by its name. */
  rewardName?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to an event, with the limits of `LiveEventInput`; missing fields are not changed. A `rewardName` of null removes it. */
export type LiveEventChanges = {
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  /** Stays once the event has begun. */
  startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  endsAt?: InputMaybe<Scalars['DateTime']['input']>;
  placeName?: InputMaybe<Scalars['String']['input']>;
  latitude?: InputMaybe<Scalars['Float']['input']>;
  longitude?: InputMaybe<Scalars['Float']['input']>;
  timeZone?: InputMaybe<Scalars['String']['input']>;
  /** Does not get less once the event has begun. */
  rewardTokens?: InputMaybe<Scalars['Int']['input']>;
  /** Stays once the event has begun, where there is one. */
  rewardName?: InputMaybe<Scalars['String']['input']>;
};

export type LiveEventEdge = {
  cursor: Scalars['String']['output'];
  node: LiveEvent;
};

export type LiveEventConnection = {
  edges: Array<LiveEventEdge>;
  nodes: Array<LiveEvent>;
  pageInfo: PageInfo;
};

/** A player's participation in a mission, as others see it: under way or completed. */
export type MissionPlayer = {
  id: Scalars['ID']['output'];
  startedAt: Scalars['DateTime']['output'];
  /** Null while it is under way. */
  completedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Account, by which the users service resolves `player`. */
  playerId: Scalars['ID']['output'];
};

export type MissionPlayerEdge = {
  cursor: Scalars['String']['output'];
  node: MissionPlayer;
};

export type MissionPlayerConnection = {
  edges: Array<MissionPlayerEdge>;
  nodes: Array<MissionPlayer>;
  pageInfo: PageInfo;
};

export type Query = {
  /** Active missions, the featured ones first. Open to all. `country` is a name as missions have it, in any case. */
  missions: MissionConnection;
  /** Active missions around a place, nearest first. `radius` in kilometres, 1 to 20,040 (half around the earth). Open to all. */
  missionsNearby: MissionConnection;
  /** One mission, also an ended one. Open to all. */
  mission?: Maybe<Mission>;
  /** Who takes part in a mission or has completed it, the latest start first. Open to all. */
  missionPlayers: MissionPlayerConnection;
  /** The caller's participations, newest first. Needs a session. */
  myParticipations: ParticipationConnection;
  /** Live and upcoming events by their start, without cancelled ones. Open to all. */
  liveEvents: LiveEventConnection;
  /** Events that took place, the latest first. Open to all. */
  pastLiveEvents: LiveEventConnection;
  /** One live event, also one that is over or cancelled. Open to all. */
  liveEvent?: Maybe<LiveEvent>;
  /** Live events that the caller joined, the last joined first. Needs a session. */
  myLiveEvents: LiveEventConnection;
};


export type QueryMissionsArgs = {
  missionType?: InputMaybe<MissionType>;
  difficultyLevel?: InputMaybe<Difficulty>;
  safetyRating?: InputMaybe<SafetyRating>;
  country?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMissionsNearbyArgs = {
  latitude: Scalars['Float']['input'];
  longitude: Scalars['Float']['input'];
  radius?: InputMaybe<Scalars['Int']['input']>;
  missionType?: InputMaybe<MissionType>;
  difficultyLevel?: InputMaybe<Difficulty>;
  safetyRating?: InputMaybe<SafetyRating>;
  country?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMissionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMissionPlayersArgs = {
  missionId: Scalars['ID']['input'];
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMyParticipationsArgs = {
  status?: InputMaybe<ParticipationStatus>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryLiveEventsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPastLiveEventsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryLiveEventArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMyLiveEventsArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /**
   * Announces a live event. Needs a verified player with the role `organiser`. `key` is a UUID that the client makes; it
   * becomes the event's id, and a second call with it changes nothing and returns the event.
   */
  createLiveEvent: LiveEvent;
  /**
   * Changes an event that is not over. Participants are notified if its time, place or reward changes. Needs a verified
   * player with the role `organiser`. Refused with `EVENT_OVER` where it has ended or was cancelled.
   */
  changeLiveEvent: LiveEvent;
  /**
   * Cancels an event: there are no rewards, and participants are notified. A second time changes nothing. Needs a verified player
   * with the role `organiser`. Refused with `EVENT_OVER` where it has ended.
   */
  cancelLiveEvent: LiveEvent;
  /**
   * Takes part in a live event; a second time changes nothing. Needs a verified player. Refused with `EVENT_OVER` where it
   * has ended or was cancelled.
   */
  joinLiveEvent: LiveEvent;
  /** Takes part no more; without a part nothing changes. Needs a verified player. Refused with `EVENT_OVER` as for joining. */
  leaveLiveEvent: Scalars['Boolean']['output'];
  /**
   * Takes part in a mission; a second time changes nothing. Needs a verified player. Refused with `MISSION_NOT_ACTIVE`
   * where it has ended, and with `TOO_MANY_MISSIONS` beyond 20 under way.
   */
  startMission: Participation;
  /** Ends the caller's part in a mission; what was completed stays. Without one nothing changes. Needs a verified player. */
  leaveMission: Scalars['Boolean']['output'];
};


export type MutationCreateLiveEventArgs = {
  key: Scalars['ID']['input'];
  input: LiveEventInput;
};


export type MutationChangeLiveEventArgs = {
  id: Scalars['ID']['input'];
  input: LiveEventChanges;
};


export type MutationCancelLiveEventArgs = {
  id: Scalars['ID']['input'];
};


export type MutationJoinLiveEventArgs = {
  id: Scalars['ID']['input'];
};


export type MutationLeaveLiveEventArgs = {
  id: Scalars['ID']['input'];
};


export type MutationStartMissionArgs = {
  id: Scalars['ID']['input'];
};


export type MutationLeaveMissionArgs = {
  id: Scalars['ID']['input'];
};
