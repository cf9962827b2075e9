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

/** What an upload is for; it decides the byte cap (10 MB; 5 MB for avatars). */
export type UploadPurpose =
  | 'discovery'
  | 'avatar'
  | 'artwork';

export type UploadTicket = {
  /** Where to PUT the file, once, within 15 minutes. */
  uploadURL: Scalars['String']['output'];
};

/** What kind of work it is. */
export type ArtType =
  | 'graffiti'
  | 'digital'
  | 'photo'
  | 'sketch';

/** A work in a player's gallery. */
export type ArtItem = {
  id: Scalars['ID']['output'];
  /** Path of the picture, starting with /objects/. */
  imageUrl: Scalars['String']['output'];
  /** Pixels of the picture's largest size. */
  width: Scalars['Int']['output'];
  height: Scalars['Int']['output'];
  /** Base64 of the picture's thumbhash, for a placeholder. */
  thumbhash: Scalars['String']['output'];
  /** At most 120 characters. */
  title: Scalars['String']['output'];
  /** At most 2,000 characters. */
  description?: Maybe<Scalars['String']['output']>;
  artType: ArtType;
  /** Counted once per viewer and day, without the player's own. */
  views: Scalars['Int']['output'];
  createdAt: Scalars['DateTime']['output'];
};

export type ArtEdge = {
  cursor: Scalars['String']['output'];
  node: ArtItem;
};

export type ArtConnection = {
  edges: Array<ArtEdge>;
  nodes: Array<ArtItem>;
  pageInfo: PageInfo;
};

export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  endCursor?: Maybe<Scalars['String']['output']>;
};

/** A player, of whom this service has the gallery. */
export type Player = {
  id: Scalars['ID']['output'];
  /** The player's gallery, as `playerArt` returns it; null only where it cannot be read. */
  art?: Maybe<ArtConnection>;
};


/** A player, of whom this service has the gallery. */
export type PlayerArtArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/**
 * A work for the gallery. No field is non-null here, so that one response can name every field that is
 * missing or wrong (`VALIDATION_FAILED` with `fields`).
 */
export type AddArtInput = {
  /** Required. The uploadURL that the player was given, or its /objects/ form. */
  imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Required, at most 120 characters; trimmed. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** At most 2,000 characters; trimmed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** graffiti by default. */
  artType?: InputMaybe<ArtType>;
};

export type ArtViewsPayload = {
  /** Number of views of the work. */
  views: Scalars['Int']['output'];
};

export type Query = {
  /** One re-encoded picture. Open to all. */
  picture?: Maybe<Picture>;
  /** The caller's own gallery, in the caller's order; `first` 1 to 100. Open to pending accounts. */
  myArt: ArtConnection;
  /** A player's gallery, in the player's order; empty if hidden. `first` 1 to 100. Open to all. */
  playerArt: ArtConnection;
};


export type QueryPictureArgs = {
  id: Scalars['ID']['input'];
};


export type QueryMyArtArgs = {
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPlayerArtArgs = {
  playerId: Scalars['ID']['input'];
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
};

/** A re-encoded picture without metadata. */
export type Picture = {
  id: Scalars['ID']['output'];
  /** Path of the largest size, starting with /objects/. */
  url: Scalars['String']['output'];
  width: Scalars['Int']['output'];
  height: Scalars['Int']['output'];
  /** Base64 of the thumbhash. */
  thumbhash: Scalars['String']['output'];
};

/** A picture as moderators see it, and who uploaded it; also while it is withheld. Null for others. */
export type ReportedPicture = {
  id: Scalars['ID']['output'];
  /** Path of the small size; a path to a withheld picture is valid for an hour. */
  small: Scalars['String']['output'];
  /** Path of the large size, likewise. */
  large: Scalars['String']['output'];
  width: Scalars['Int']['output'];
  height: Scalars['Int']['output'];
  /** Whether moderators withhold it. */
  isTakenAway: Scalars['Boolean']['output'];
};

export type Mutation = {
  /** Requests an upload address for one picture. Needs a session, which may be a guest's. */
  requestUpload: UploadTicket;
  /** Adds a work at the start of the caller's gallery, of at most 500. Needs a verified player. */
  addArt: ArtItem;
  /** Removes a work from the caller's gallery. */
  removeArt: Scalars['Boolean']['output'];
  /** Orders the caller's works; unnamed ones keep their order, after the others. */
  orderArt: Scalars['Boolean']['output'];
  /** Counts a view, once per viewer and day, except the owner's. Open to all. */
  viewArt: ArtViewsPayload;
};


export type MutationRequestUploadArgs = {
  purpose?: InputMaybe<UploadPurpose>;
};


export type MutationAddArtArgs = {
  input: AddArtInput;
};


export type MutationRemoveArtArgs = {
  id: Scalars['ID']['input'];
};


export type MutationOrderArtArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type MutationViewArtArgs = {
  id: Scalars['ID']['input'];
};
