import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';

describe('HTML in a text', () => {
  it.each([
    ['<p>One</p><p>Two &amp; three</p>', 'One\n\nTwo & three'],
    ['A <b>bold</b> <a href="https://x.org?a=1&gt;2">wall</a>', 'A bold wall'],
    ['one<br/>two', 'one\ntwo'],
    ['&lt;p&gt;Coded &amp;amp; twice&lt;/p&gt;', 'Coded & twice'],
    ['x<script>alert("1")</script>y<!-- no --><style>p{}</style>', 'xy'],
    ['<img src=x onerror="alert(1)">wall', 'wall'],
    ['<scr<b>ipt>alert(1)</script>', ''],
    ['I <3 walls, a < b and c > d', 'I <3 walls, a < b and c > d'],
  ])('is text: %s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('never leaves control characters or U+FFFD', () => {
    expect(plainText('caf\uFFFD\u0000\u0007 &#0;bar\u200B')).not.toMatch(/[\uFFFD\u0000-\u0009]/);
  });
});
