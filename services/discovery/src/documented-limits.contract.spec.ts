import { readFileSync } from 'node:fs';
import { differencesFromDocumentedLimits, type OwnRule } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { artistAddress, artistList, artistWorks } from './artists/artists.resolver.js';
import { changeList } from './changes/changes.resolver.js';
import { colorList } from './colors/colors.resolver.js';
import { newDiscovery } from './discoveries/new-discovery.js';
import { tileArguments } from './map/map.resolver.js';
import { nearby } from './discoveries/nearby-search.js';
import { paletteInput } from './palettes/palettes.resolver.js';
import { directoryList } from './walls/directory.resolver.js';
import { nearbyWalls } from './walls/walls.resolver.js';
import { deliveryList, endpointUpdate, newEndpoint, replayInput } from './webhooks/webhook-input.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');

/** What is bounded by another rule than a limit of its size. */
const unlimited = {
  'WebhookEndpointInput.kinds': [newEndpoint, 'kinds', {}, 'work.created'] as const,
  'WebhookEndpointInput.bbox': [newEndpoint, 'bbox', {}, 0] as const,
  'WebhookEndpointUpdate.kinds': [endpointUpdate.shape.input, 'kinds', {}, 'work.created'] as const,
  'WebhookEndpointUpdate.bbox': [endpointUpdate.shape.input, 'bbox', {}, 0] as const,
  'Query.changes.kinds': [changeList, 'kinds', {}, 'work.created'] as const,
  'Query.changes.bbox': [changeList, 'bbox', {}, 0] as const,
};

const listOf = (root: string, schema: OwnRule[0]) =>
  Object.fromEntries(
    ['latitude', 'longitude', 'radius', 'first'].map((name) => [`Query.${root}.${name}`, [schema, name] as const]),
  );

describe('the documented limits', () => {
  it('are those that the service holds to', () => {
    const input = Object.fromEntries(
      ['title', 'description', 'artistName', 'latitude', 'longitude', 'imageUrl'].map((name) => [
        `CreateDiscoveryInput.${name}`,
        [newDiscovery.in, name] as const,
      ]),
    );
    const tile = Object.fromEntries(
      ['z', 'x', 'y'].map((name) => [`Query.mapTile.${name}`, [tileArguments, name] as const]),
    );
    const named = {
      'Query.artists.search': [artistList, 'search'] as const,
      'Query.artists.first': [artistList, 'first'] as const,
      'Query.artist.slug': [artistAddress, 'slug'] as const,
      'Artist.works.first': [artistWorks, 'first'] as const,
      'Query.colors.search': [colorList, 'search'] as const,
      'Query.colors.first': [colorList, 'first'] as const,
      'PaletteInput.name': [paletteInput, 'name'] as const,
      'PaletteInput.colors': [paletteInput, 'colors'] as const,
    };
    const directory = Object.fromEntries(
      ['search', 'country', 'first'].map((name) => [`Query.wallDirectory.${name}`, [directoryList, name] as const]),
    );
    const changes = Object.fromEntries(
      ['since', 'first'].map((name) => [`Query.changes.${name}`, [changeList, name] as const]),
    );
    const webhooks = {
      'WebhookEndpointInput.url': [newEndpoint, 'url'] as const,
      'WebhookEndpointUpdate.url': [endpointUpdate.shape.input, 'url'] as const,
      'Query.webhookDeliveries.first': [deliveryList, 'first'] as const,
      'Mutation.replayWebhook.since': [replayInput, 'since'] as const,
    };
    const rules = {
      ...webhooks,
      ...input,
      ...changes,
      ...named,
      ...directory,
      ...tile,
      ...listOf('discoveriesNearby', nearby),
      ...listOf('legalWallsNearby', nearbyWalls),
    };
    expect(differencesFromDocumentedLimits(typeDefs, rules, unlimited)).toEqual([]);
  });
});
