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

/** What the player was to the work: who photographed it earns 50 Spray Coins, who made it 150. */
export type DiscoveryRole =
  | 'photographer'
  | 'artist';

/** The five kinds of pin. `location` is the default. */
export type PinType =
  | 'tag'
  | 'location'
  | 'marker'
  | 'flag'
  | 'hot_spot';

/** Whether the work can still be seen at its place. */
export type DiscoveryStatus =
  | 'standing'
  | 'gone';

/** A work of street art that a player, or an open data set, has put on the map. */
export type Discovery = {
  id: Scalars['ID']['output'];
  /** At most 120 characters; null for a work without a name. */
  title?: Maybe<Scalars['String']['output']>;
  /** At most 2,000 characters. */
  description?: Maybe<Scalars['String']['output']>;
  artistName?: Maybe<Scalars['String']['output']>;
  /** Degrees, WGS 84, -90 to 90. */
  latitude: Scalars['Float']['output'];
  /** Degrees, WGS 84, -180 to 180. */
  longitude: Scalars['Float']['output'];
  /** The coordinates as text with six decimals, or the source's street address. */
  address?: Maybe<Scalars['String']['output']>;
  /** Path of the picture, starting with /objects/. */
  imageUrl?: Maybe<Scalars['String']['output']>;
  /** Base64 of the picture's thumbhash, for a placeholder. */
  thumbhash?: Maybe<Scalars['String']['output']>;
  pinType: PinType;
  /** The emoji of the pin type. */
  emojiPin: Scalars['String']['output'];
  /** The display name of the pin type. */
  emojiType: Scalars['String']['output'];
  userRole: DiscoveryRole;
  /** Shown as a badge; only a discovery made as artist can be fresh art. */
  isFreshArt: Scalars['Boolean']['output'];
  status: DiscoveryStatus;
  /** Year of creation, if the source has it. */
  year?: Maybe<Scalars['Int']['output']>;
  /** Name of the data set the work was imported from. */
  source?: Maybe<Scalars['String']['output']>;
  /** Page of the data set, or of this work in it. */
  sourceUrl?: Maybe<Scalars['String']['output']>;
  /** Licence and attribution of the source. */
  licence?: Maybe<Scalars['String']['output']>;
  likes: Scalars['Int']['output'];
  /** Whether the caller likes it. */
  liked: Scalars['Boolean']['output'];
  /** The award of this discovery in Spray Coins; 0 for imported works, and while the award is withheld. */
  tokensAwarded: Scalars['Int']['output'];
  /**
   * The award that is not paid yet, because its player could not have come here from their other works of the last hours.
   * It is paid by itself. Null for all other works, and for everyone but the player.
   */
  withheldAward?: Maybe<WithheldAward>;
  createdAt: Scalars['DateTime']['output'];
  /** Great-circle metres from the requested place; null outside nearby lists. */
  distance?: Maybe<Scalars['Float']['output']>;
  /** Account of who documented it, by which the users service resolves `finder`. */
  finderId?: Maybe<Scalars['ID']['output']>;
  /** Client of the partner's program by which it was documented, by which the users service resolves `app`; for the player, moderators and operators. */
  appId?: Maybe<Scalars['ID']['output']>;
};

/** An award that is not paid yet. */
export type WithheldAward = {
  /** Spray Coins. */
  tokens: Scalars['Int']['output'];
  /** When the journey from the player's other works is plausible: at most 1,000 km an hour. Later works may postpone it, until a week after this one was added. */
  payableFrom: Scalars['DateTime']['output'];
};

/** A work as moderators see it, and who documented it; also while it is withheld. Null for others. */
export type ReportedWork = {
  id: Scalars['ID']['output'];
  title?: Maybe<Scalars['String']['output']>;
  description?: Maybe<Scalars['String']['output']>;
  artistName?: Maybe<Scalars['String']['output']>;
  /** Degrees, WGS 84. */
  latitude: Scalars['Float']['output'];
  longitude: Scalars['Float']['output'];
  address?: Maybe<Scalars['String']['output']>;
  picture?: Maybe<ReportedPicture>;
  createdAt: Scalars['DateTime']['output'];
  /** Whether moderators took it off the map. */
  isTakenAway: Scalars['Boolean']['output'];
};

/** A picture as moderators see it. */
export type ReportedPicture = {
  id: Scalars['ID']['output'];
};

export type DiscoveryEdge = {
  cursor: Scalars['String']['output'];
  node: Discovery;
};

export type DiscoveryConnection = {
  edges: Array<DiscoveryEdge>;
  nodes: Array<Discovery>;
  pageInfo: PageInfo;
};

export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A player, of whom this service has the documented works. */
export type Player = {
  id: Scalars['ID']['output'];
  /** Null where the player hides the statistics. */
  discoveries?: Maybe<Scalars['Int']['output']>;
  /** The works that the player has put on the map, newest first; empty where the player hides how many there are. `first` 1 to 100. Null only where they cannot be read. */
  works?: Maybe<DiscoveryConnection>;
};


/** A player, of whom this service has the documented works. */
export type PlayerWorksArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** An artist of street art: a featured one, or one to whom works are credited. */
export type Artist = {
  /** The artist's page is `/artists/{id}`. */
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** Other names that are publicly known. */
  aka: Array<Scalars['String']['output']>;
  /** What follows is null for who is not featured. */
  city?: Maybe<Scalars['String']['output']>;
  country?: Maybe<Scalars['String']['output']>;
  activeYears?: Maybe<Scalars['String']['output']>;
  style?: Maybe<Scalars['String']['output']>;
  bio?: Maybe<Scalars['String']['output']>;
  /** Documented facts. */
  achievements: Array<Scalars['String']['output']>;
  website?: Maybe<Scalars['String']['output']>;
  /** Where the facts can be checked. */
  source?: Maybe<Scalars['String']['output']>;
  sourceUrl?: Maybe<Scalars['String']['output']>;
  isFeatured: Scalars['Boolean']['output'];
  /** Works that are credited to any of the names, the newest first. */
  works: DiscoveryConnection;
};


/** An artist of street art: a featured one, or one to whom works are credited. */
export type ArtistWorksArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type ArtistEdge = {
  cursor: Scalars['String']['output'];
  node: Artist;
};

export type ArtistConnection = {
  edges: Array<ArtistEdge>;
  nodes: Array<Artist>;
  pageInfo: PageInfo;
};

/** Greys come after the hues; `lightness` begins with the lightest. */
export type ColorSort =
  | 'code'
  | 'name'
  | 'hue'
  | 'lightness';

/** A colour of our own range. */
export type Color = {
  /** For example `SH-101`. */
  code: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  family: Scalars['String']['output'];
  /** sRGB, for example `#d7f205`. */
  hex: Scalars['String']['output'];
  /** OKLCH, 0 to 1. */
  lightness: Scalars['Float']['output'];
  /** OKLCH, degrees; null for greys. */
  hue?: Maybe<Scalars['Float']['output']>;
};

export type ColorEdge = {
  cursor: Scalars['String']['output'];
  node: Color;
};

export type ColorConnection = {
  edges: Array<ColorEdge>;
  nodes: Array<Color>;
  pageInfo: PageInfo;
};

/** A wall where painting is allowed. */
export type LegalWall = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  city: Scalars['String']['output'];
  country: Scalars['String']['output'];
  address: Scalars['String']['output'];
  /** Opening hours as text; null means open round the clock. */
  hours?: Maybe<Scalars['String']['output']>;
  description: Scalars['String']['output'];
  latitude: Scalars['Float']['output'];
  longitude: Scalars['Float']['output'];
  /** Source of this entry. */
  source?: Maybe<Scalars['String']['output']>;
  /** Great-circle metres from the requested place; null outside nearby lists. */
  distance?: Maybe<Scalars['Float']['output']>;
  /** Whether the caller keeps it in the directory; partners and guests keep none. */
  isSaved: Scalars['Boolean']['output'];
};

export type LegalWallEdge = {
  cursor: Scalars['String']['output'];
  node: LegalWall;
};

export type LegalWallConnection = {
  edges: Array<LegalWallEdge>;
  nodes: Array<LegalWall>;
  pageInfo: PageInfo;
};

/** A country with legal walls. */
export type WallCountry = {
  country: Scalars['String']['output'];
  walls: Scalars['Int']['output'];
};

/** Colours of the chart that a member keeps together. */
export type Palette = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** In the order they were chosen. */
  colors: Array<Color>;
  changedAt: Scalars['DateTime']['output'];
};

export type PaletteEdge = {
  cursor: Scalars['String']['output'];
  node: Palette;
};

export type PaletteConnection = {
  edges: Array<PaletteEdge>;
  nodes: Array<Palette>;
  pageInfo: PageInfo;
};

/** The works of one tile of the map. */
export type MapTile = {
  /** Changes when anything in the tile has changed, within a second; `0` where there are no works. */
  version: Scalars['String']['output'];
  /** At most 512. Up to zoom 12 one for each of its 16 x 16 cells that has works; from 13 on one for each work. */
  marks: Array<MapMark>;
  /** Whether the tile has more works than it lists: possible from zoom 17 on. From 13 to 16, more than 512 works are counted by cells. */
  isFull: Scalars['Boolean']['output'];
};

/** Works of one cell of the map, or a single work. */
export type MapMark = {
  /** Degrees, WGS 84; the middle of its works. */
  latitude: Scalars['Float']['output'];
  longitude: Scalars['Float']['output'];
  /** How many of its works can still be seen. */
  standing: Scalars['Int']['output'];
  /** How many cannot. */
  gone: Scalars['Int']['output'];
  /** The oldest of its works, a standing one if there is any. */
  work?: Maybe<Discovery>;
};

/** A change of a work or of a legal wall. */
export type Change = {
  /** Where to go on after this change: a later `since`. */
  cursor: Scalars['String']['output'];
  /** `work.created`, `work.changed`, `work.gone` (it can no longer be seen at its place), `work.removed`, `wall.created`, `wall.changed` or `wall.removed`. */
  kind: Scalars['String']['output'];
  /** Of the work or wall. */
  id: Scalars['ID']['output'];
  /** When it was logged, within a second of the change. */
  at: Scalars['DateTime']['output'];
  /** The work as it is now, which may be later than the change. Null after its removal, for walls, and without its scope. */
  work?: Maybe<Discovery>;
  /** The same of a wall. */
  wall?: Maybe<LegalWall>;
};

export type ChangeEdge = {
  cursor: Scalars['String']['output'];
  node: Change;
};

/** Where `hasNextPage` is false, `endCursor` is where to go on later; it is never null. */
export type ChangeConnection = {
  edges: Array<ChangeEdge>;
  nodes: Array<Change>;
  pageInfo: PageInfo;
};

/** Whether messages go out. After 72 hours of failures an endpoint is paused. */
export type WebhookState =
  | 'active'
  | 'paused';

/** Where a partner's client receives changes of works and walls, signed by the Standard Webhooks specification. */
export type WebhookEndpoint = {
  id: Scalars['ID']['output'];
  clientId: Scalars['ID']['output'];
  url: Scalars['String']['output'];
  /** Those of `Change.kind`. */
  kinds: Array<Scalars['String']['output']>;
  /** West, south, east and north in degrees; null for the whole world. */
  bbox?: Maybe<Array<Scalars['Float']['output']>>;
  state: WebhookState;
  pausedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Since when messages have failed, without a success between them. */
  failingSince?: Maybe<Scalars['DateTime']['output']>;
  /** When the next attempt is made; null where none has failed. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  lastDeliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** Until then messages are also signed with the previous secret. */
  formerSecretUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Whether a test delivery is about to be sent. */
  isTesting: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
};

/** An endpoint with its secret, `whsec_` and Base64, which is shown only now. */
export type WebhookEndpointWithSecret = {
  endpoint: WebhookEndpoint;
  secret: Scalars['String']['output'];
};

/** One attempt to deliver a message; kept for 30 days, and the newest 1,000 of an endpoint. */
export type WebhookDelivery = {
  id: Scalars['ID']['output'];
  /** The `webhook-id` of the message, the same in each attempt. */
  messageId: Scalars['String']['output'];
  /** That of the change, or `ping`. */
  kind: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  /** 1 for the first. */
  attempt: Scalars['Int']['output'];
  /** Of HTTP; null without a response. */
  status?: Maybe<Scalars['Int']['output']>;
  durationMs: Scalars['Int']['output'];
  /** `STATUS`, `REDIRECT`, `TIMEOUT`, `ADDRESS_FORBIDDEN`, `NAME_NOT_FOUND`, `TLS` or `CONNECTION`; null where it was accepted. */
  error?: Maybe<Scalars['String']['output']>;
};

export type WebhookDeliveryEdge = {
  cursor: Scalars['String']['output'];
  node: WebhookDelivery;
};

export type WebhookDeliveryConnection = {
  edges: Array<WebhookDeliveryEdge>;
  nodes: Array<WebhookDelivery>;
  pageInfo: PageInfo;
};

/** A day in UTC, and how many works were documented in it. */
export type WorksOfDay = {
  /** Where the day begins. */
  at: Scalars['DateTime']['output'];
  works: Scalars['Int']['output'];
};

export type WebhookEndpointInput = {
  /** One of the caller's clients; a partner may leave it out. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** https, without user name, password and fragment, on a public address. */
  url: Scalars['String']['input'];
  /** Those of `Change.kind`, within the scopes of the client. */
  kinds: Array<Scalars['String']['input']>;
  /** West, south, east and north in degrees; without it, the whole world. */
  bbox?: InputMaybe<Array<Scalars['Float']['input']>>;
};

/** All of it replaces what there is. */
export type WebhookEndpointUpdate = {
  /** https, without user name, password and fragment, on a public address. */
  url: Scalars['String']['input'];
  /** Those of `Change.kind`, within the scopes of the client. */
  kinds: Array<Scalars['String']['input']>;
  /** West, south, east and north in degrees; without it, the whole world. */
  bbox?: InputMaybe<Array<Scalars['Float']['input']>>;
};

export type CreateDiscoveryInput = {
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  artistName?: InputMaybe<Scalars['String']['input']>;
  /** Degrees, WGS 84. */
  latitude: Scalars['Float']['input'];
  /** Degrees, WGS 84. */
  longitude: Scalars['Float']['input'];
  /** The uploadURL that the same player was given, or its /objects/ form. */
  imageUrl?: InputMaybe<Scalars['String']['input']>;
  pinType?: InputMaybe<PinType>;
  userRole?: InputMaybe<DiscoveryRole>;
  isFreshArt?: InputMaybe<Scalars['Boolean']['input']>;
};

export type PaletteInput = {
  name: Scalars['String']['input'];
  /** 1 to 24 codes of the chart, each once. */
  colors: Array<Scalars['ID']['input']>;
};

export type Query = {
  /** Discoveries around a place, nearest first. `radius` in metres, 1 to 50,000; `first` 1 to 100. Open to all. */
  discoveriesNearby: DiscoveryConnection;
  /**
   * The works of a tile of the map, counted and clustered: the numbers of `/api/map/works/{z}/{x}/{y}.mvt`. Tiles are those
   * of web maps (XYZ, Web Mercator); `z` is 0 to 22, `x` and `y` are 0 to 2^z - 1. Open to all.
   */
  mapTile: MapTile;
  /** One discovery. Open to all. */
  discovery?: Maybe<Discovery>;
  /** The caller's own discoveries, newest first. Needs a session. */
  myDiscoveries: DiscoveryConnection;
  /** Featured artists by name; `search` is found in name, other names and city, without regard to case, accents and punctuation. Open to all. */
  artists: ArtistConnection;
  /** An artist by the id or any name, however it is written. Open to all. */
  artist?: Maybe<Artist>;
  /** The colour chart; `search` is found in name, code, family and value. Open to all. */
  colors: ColorConnection;
  /** Legal walls around a place, nearest first. `radius` in metres, 1 to 500,000; `first` 1 to 100. Open to all. */
  legalWallsNearby: LegalWallConnection;
  /**
   * All legal walls of the world by country, city and name; `search` is found as the beginnings of words in name, place and
   * address, without regard to case and accents; `saved` narrows to those that the caller keeps. A part of Pro: 403
   * `PRO_REQUIRED` without it.
   */
  wallDirectory: LegalWallConnection;
  /** The countries of the directory, by name. A part of Pro. */
  wallCountries: Array<WallCountry>;
  /**
   * What happened to works and walls, in the order it was committed, and complete: read on from `pageInfo.endCursor` for as
   * long as `hasNextPage` is true, and from there again later. `since` is a cursor, or an instant; without it, changes begin
   * with the oldest that is kept. They are kept for 30 days: an older cursor is refused with `CHANGES_EXPIRED`; who
   * sends it has missed changes, and reads again what it keeps. `first` 1 to 100. With `kinds` or `bbox`, a page may have fewer changes than that,
   * or none, although there are more. `kinds` are those of `Change.kind`; a partner is given those that the token's scopes
   * open. `bbox` is west, south, east and north in degrees, west greater than east across the antimeridian; a work that moved
   * is in the box where it was, too. Open to all.
   */
  changes: ChangeConnection;
  /** Endpoints of the caller's client, or of the player's clients; at most 100. Needs the scope, or a verified player. */
  webhookEndpoints: Array<WebhookEndpoint>;
  /** What was sent to an endpoint, the newest attempt first. `first` 1 to 100. */
  webhookDeliveries: WebhookDeliveryConnection;
  /**
   * How many works a partner's client has documented for players in each of the last 30 days, the oldest first; the last is
   * the present one. Works that were deleted are not counted. For the player whose client it is, `NOT_FOUND` for others.
   */
  clientWorks: Array<WorksOfDay>;
  /** The caller's palettes, the newest first; also without Pro. Needs a session. */
  palettes: PaletteConnection;
};


export type QueryDiscoveriesNearbyArgs = {
  latitude: Scalars['Float']['input'];
  longitude: Scalars['Float']['input'];
  radius?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMapTileArgs = {
  z: Scalars['Int']['input'];
  x: Scalars['Int']['input'];
  y: Scalars['Int']['input'];
};


export type QueryDiscoveryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMyDiscoveriesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryArtistsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryArtistArgs = {
  slug: Scalars['String']['input'];
};


export type QueryColorsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  sort?: InputMaybe<ColorSort>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryLegalWallsNearbyArgs = {
  latitude: Scalars['Float']['input'];
  longitude: Scalars['Float']['input'];
  radius?: InputMaybe<Scalars['Int']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWallDirectoryArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  country?: InputMaybe<Scalars['String']['input']>;
  saved?: InputMaybe<Scalars['Boolean']['input']>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryChangesArgs = {
  since?: InputMaybe<Scalars['String']['input']>;
  first: Scalars['Int']['input'];
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
  bbox?: InputMaybe<Array<Scalars['Float']['input']>>;
};


export type QueryWebhookEndpointsArgs = {
  clientId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryWebhookDeliveriesArgs = {
  endpointId: Scalars['ID']['input'];
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryClientWorksArgs = {
  clientId: Scalars['ID']['input'];
};


export type QueryPalettesArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /**
   * Documents a work. Needs a verified player; the award is priced by the server and booked by an event.
   * Refused with `SAME_WORK` where the player has put the same title (case, accents, look-alike letters, punctuation and spaces aside) within 25 m
   * in the last 24 hours: `extensions.existing` is the id of that work. Refused with `RATE_LIMITED` and
   * `extensions.retryAfter` (seconds) where the player has added too many in a minute or a day. A request that is
   * repeated with its `Idempotency-Key` within 7 days returns the first one's discovery; with another input it
   * is `IDEMPOTENCY_KEY_REUSED`.
   */
  createDiscovery: Discovery;
  /** Likes a discovery, once per player. Needs a verified player. */
  likeDiscovery: Discovery;
  /** Removes the caller's like. Needs a verified player. */
  unlikeDiscovery: Discovery;
  /** Keeps a wall in the caller's directory, at most 1,000 (409 `LIST_FULL`). A part of Pro. */
  saveWall: LegalWall;
  /** Takes a wall out of what the caller keeps; also without Pro. Null for an unknown one. */
  unsaveWall?: Maybe<LegalWall>;
  /** Keeps colours together, at most 100 palettes a player (409 `LIST_FULL`). A part of Pro. */
  addPalette: Palette;
  /** Renames a palette or changes its colours. A part of Pro. */
  changePalette: Palette;
  /** Deletes a palette; also without Pro. Deleting one that does not exist changes nothing. */
  deletePalette: Scalars['Boolean']['output'];
  /**
   * Sends changes of these kinds to the address from now on, at most 5 endpoints a client (409 `LIST_FULL`) and one for each
   * address (409 `CONFLICT`). For the client itself, with the scope, and for the player whose client it is.
   */
  createWebhookEndpoint: WebhookEndpointWithSecret;
  /** Changes where an endpoint is and what it receives from now on; one that fails is tried at once at a new address. A paused one stays paused. */
  updateWebhookEndpoint: WebhookEndpoint;
  /** A new secret; messages are signed with the present one as well for 24 hours. */
  rotateWebhookSecret: WebhookEndpointWithSecret;
  /** Deletes an endpoint with its log; false where the caller has none of that id. */
  deleteWebhookEndpoint: Scalars['Boolean']['output'];
  /** Sends all changes since a cursor or an instant of the last 30 days again, in order, before later ones; resumes a paused endpoint. 410 `CHANGES_EXPIRED` for earlier ones. */
  replayWebhook: WebhookEndpoint;
  /** Sends the message of one delivery once more within seconds, out of order and as its work or wall is now, also to a paused endpoint; a failure is not tried again. 410 `CHANGES_EXPIRED` where its change is no longer kept, `LIST_FULL` while 20 wait. */
  redeliverWebhook: WebhookEndpoint;
  /** Goes on where the endpoint was paused, and tries one that fails at once. 410 `CHANGES_EXPIRED` where what it missed is no longer kept: replay then. */
  resumeWebhookEndpoint: WebhookEndpoint;
  /** Sends a message of the type `ping` within seconds, also to a paused endpoint. */
  testWebhook: WebhookEndpoint;
};


export type MutationCreateDiscoveryArgs = {
  input: CreateDiscoveryInput;
};


export type MutationLikeDiscoveryArgs = {
  id: Scalars['ID']['input'];
};


export type MutationUnlikeDiscoveryArgs = {
  id: Scalars['ID']['input'];
};


export type MutationSaveWallArgs = {
  id: Scalars['ID']['input'];
};


export type MutationUnsaveWallArgs = {
  id: Scalars['ID']['input'];
};


export type MutationAddPaletteArgs = {
  input: PaletteInput;
};


export type MutationChangePaletteArgs = {
  id: Scalars['ID']['input'];
  input: PaletteInput;
};


export type MutationDeletePaletteArgs = {
  id: Scalars['ID']['input'];
};


export type MutationCreateWebhookEndpointArgs = {
  input: WebhookEndpointInput;
};


export type MutationUpdateWebhookEndpointArgs = {
  id: Scalars['ID']['input'];
  input: WebhookEndpointUpdate;
};


export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};


export type MutationDeleteWebhookEndpointArgs = {
  id: Scalars['ID']['input'];
};


export type MutationReplayWebhookArgs = {
  id: Scalars['ID']['input'];
  since: Scalars['String']['input'];
};


export type MutationRedeliverWebhookArgs = {
  id: Scalars['ID']['input'];
  deliveryId: Scalars['ID']['input'];
};


export type MutationResumeWebhookEndpointArgs = {
  id: Scalars['ID']['input'];
};


export type MutationTestWebhookArgs = {
  id: Scalars['ID']['input'];
};
