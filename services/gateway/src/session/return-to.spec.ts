import { describe, expect, it } from '@jest/globals';
import { ownPath } from './retry-sign-in.js';

describe('a path to return to', () => {
  it.each(['/', '/home', '/d/123?like=1#map', '/profile?next=https://example.org'])('%s is kept', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    ['/home'],
    '',
    'home',
    '//x.example',
    '///x.example',
    '/\\x.example',
    '\\\\x.example',
    '/\n/x.example',
    '/%0d',
    'https://x.example',
    'javascript:0',
    '/./..//x.example',
    '/api/logout',
    '/a/../api/x',
    '/oidc/auth/x',
  ])('%j leads to the start', (path) => {
    expect(['/', '/%0d']).toContain(ownPath(path));
  });
});
