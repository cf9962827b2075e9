import { readFileSync } from 'node:fs';
import { differencesFromDocumentedLimits } from '@sprayhunt/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { pageOf, pageOfPlayer } from './gallery/gallery.resolver.js';
import { newArt, ordered } from './gallery/gallery.service.js';

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');

describe('the documented limits', () => {
  it('are those that the service holds to', () => {
    const rules = {
      ...Object.fromEntries(
        ['imageUrl', 'title', 'description'].map((name) => [`AddArtInput.${name}`, [newArt, name] as const]),
      ),
      'Query.myArt.first': [pageOf, 'first'] as const,
      'Player.art.first': [pageOfPlayer, 'first'] as const,
      'Query.playerArt.first': [pageOfPlayer, 'first'] as const,
      'Mutation.orderArt.ids': [ordered, 'ids'] as const,
    };
    expect(differencesFromDocumentedLimits(typeDefs, rules)).toEqual([]);
  });
});
