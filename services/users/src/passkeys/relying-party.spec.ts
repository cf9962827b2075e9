import { describe, expect, it } from '@jest/globals';
import { relyingPartyOf } from './ceremony.js';

describe('the relying party', () => {
  it.each([
    ['https://sprayhunt.example', 'production', { id: 'sprayhunt.example', origins: ['https://sprayhunt.example'] }],
    [
      'https://play.sprayhunt.example:8443/',
      'production',
      { id: 'play.sprayhunt.example', origins: ['https://play.sprayhunt.example:8443'] },
    ],
    ['http://localhost:8080', 'local', { id: 'localhost', origins: ['http://localhost:8080'] }],
    ['http://127.0.0.1:8080', 'local', { id: 'localhost', origins: ['http://localhost:8080'] }],
    ['http://[::1]:8080', 'local', { id: 'localhost', origins: ['http://localhost:8080'] }],
    ['http://localhost', 'local', { id: 'localhost', origins: ['http://localhost'] }],
    ['http://127.0.0.1:8080', 'production', { id: '127.0.0.1', origins: ['http://127.0.0.1:8080'] }],
  ] as const)('of %s in %s mode', (PUBLIC_URL, MODE, expected) => {
    expect(relyingPartyOf({ PUBLIC_URL, MODE })).toEqual(expected);
  });
});
