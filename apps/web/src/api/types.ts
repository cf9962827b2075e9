import type { components, paths } from './schema';

type Schema = components['schemas'];
export type User = Schema['User'];
/** `distance` in metres; nearby lists only. */
export type Discovery = Schema['Discovery'] & Partial<Pick<Schema['NearbyDiscovery'], 'distance'>>;
export type LegalWall = Schema['LegalWall'];
export type Artist = Schema['Artist'];
export type LiveEvent = Schema['LiveEvent'];
/** A discussion as lists have it. */
export type ForumPost = Schema['ForumPost'];
export type Mission = Schema['Mission'];
/** `distance` in kilometres. */
export type NearbyMission = Schema['NearbyMission'];
export type Achievement = Schema['Achievements'][number];
/** A rank on a leaderboard. */
export type LeaderboardEntry = Schema['LeaderboardEntry'];
/** A work in a player's gallery. */
export type ArtItem = Schema['ArtItem'];
export type Passkey = Schema['Passkey'];
/** A device that the player is signed in with. */
export type Session = paths['/api/profile/sessions']['get']['responses'][200]['content']['application/json'][number];
/** One emoji for each category of finds. */
export type PinPreferences = User['pinPreferences'];
export type SmsSignup = paths['/api/sms-signup']['post']['requestBody']['content']['application/json'];
export type TrialPayload =
  paths['/api/create-trial-subscription']['post']['requestBody']['content']['application/json'];

/** What a client of the player used, by hours and by days. */
export type ClientUsage =
  paths['/api/partner-clients/{id}/usage']['get']['responses'][200]['content']['application/json'];

/** A page of the documents that a client of the player has registered. */
export type ClientDocuments =
  paths['/api/partner-clients/{id}/documents']['get']['responses'][200]['content']['application/json'];
export type ClientDocument = ClientDocuments['documents'][number];
