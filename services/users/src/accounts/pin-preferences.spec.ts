import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PINS, PIN_CATEGORIES, PIN_EMOJI, pinEmoji } from './pin-preferences.js';

describe('pin preferences', () => {
  it('the six categories and their stored defaults [ENT-36 ENT-38]', () => {
    expect(DEFAULT_PINS).toEqual({
      illegalFinds: '🚫',
      legalFinds: '✅',
      wetPaintFlicks: '💧',
      productions: '🎨',
      stencils: '📏',
      tags: '✏️',
    });
  });

  it('each category offers five different emoji, 🧱 among the legal finds [ENT-37]', () => {
    for (const category of PIN_CATEGORIES) expect(new Set(PIN_EMOJI[category]).size).toBe(5);
    expect(PIN_EMOJI.legalFinds).toContain('🧱');
  });

  it('the contract names the same five', () => {
    const schema = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    for (const category of PIN_CATEGORIES)
      expect(schema).toContain(`"${PIN_EMOJI[category].join(' ')}"\n  ${category}: String!`);
  });

  it('accepts an emoji with or without its variation selector, and refuses one of another category', () => {
    expect(pinEmoji('tags', '✏')).toBe('✏️');
    expect(pinEmoji('stencils', '✂️')).toBe('✂️');
    expect(pinEmoji('tags', '🎨')).toBeUndefined();
    expect(pinEmoji('tags', '')).toBeUndefined();
  });
});
