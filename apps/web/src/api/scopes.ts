// Written by tools/partner-scopes.mjs (`npm run generate`); do not edit.

/** The scopes of partners and the calls that each opens. */
export const SCOPES = [
  {
    name: 'discoveries:read',

     grants: "Works of street art: one by its id, and those around a place",
    graphql: ['Query.artist', 'Query.artists', 'Query.changes', 'Query.colors', 'Query.discoveriesNearby', 'Query.discovery', 'Query.mapTile'],
    rest: ['GET /api/artists', 'GET /api/artists/{slug}', 'GET /api/changes', 'GET /api/colors', 'GET /api/discoveries/nearby', 'GET /api/discoveries/{id}', 'GET /api/live', 'GET /api/map/works/{z}/{x}/{y}.mvt'],
  },
  {
    name: 'walls:read',

     grants: "Legal walls around a place",
    graphql: ['Query.changes', 'Query.legalWallsNearby'],
    rest: ['GET /api/changes', 'GET /api/legal-walls/nearby'],
  },
  {
    name: 'players:read',

     grants: "What everyone may see of a player",
    graphql: ['Query.player'],
    rest: ['GET /api/players/{username}'],
  },
  {
    name: 'art:read',

     grants: "The galleries of players",
    graphql: ['Query.playerArt'],
    rest: ['GET /api/players/{id}/art'],
  },
  {
    name: 'missions:read',

     grants: "Photo missions, and those around a place",
    graphql: ['Query.liveEvent', 'Query.liveEvents', 'Query.mission', 'Query.missionPlayers', 'Query.missions', 'Query.missionsNearby', 'Query.pastLiveEvents'],
    rest: ['GET /api/graffiti-missions', 'GET /api/graffiti-missions/{id}'],
  },
  {
    name: 'webhooks:manage',

     grants: "Endpoints of webhooks of the client itself, which receive the changes that its other scopes open",
    graphql: ['Mutation.createWebhookEndpoint', 'Mutation.deleteWebhookEndpoint', 'Mutation.redeliverWebhook', 'Mutation.replayWebhook', 'Mutation.resumeWebhookEndpoint', 'Mutation.rotateWebhookSecret', 'Mutation.testWebhook', 'Mutation.updateWebhookEndpoint', 'Query.webhookDeliveries', 'Query.webhookEndpoints'],
    rest: [],
  },
  {
    name: 'products:read',

     grants: "The merchandise of the store",
    graphql: ['Query.product', 'Query.products'],
    rest: ['GET /api/products', 'GET /api/products/{slug}'],
  },
  {
    name: 'discoveries:write',

     grants: "Documenting works in the name of a player who agreed to it",
    graphql: ['Mutation.createDiscovery', 'Mutation.requestUpload'],
    rest: ['POST /api/discoveries', 'POST /api/objects/upload'],
  },
] as const;

export type Scope = (typeof SCOPES)[number]['name'];
