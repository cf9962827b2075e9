import { expect, it } from '@jest/globals';
import type { UsersConfig } from '../config.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const [NEW, OLD] = ['n', 'o'].map((letter) => letter.repeat(32)) as [string, string];
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const links = (...secrets: [string, ...string[]]) =>
  new UnsubscribeLinks({ PUBLIC_URL: 'https://play.example', CODE_SECRET: secrets } as unknown as UsersConfig);

it('a link of a mail is valid for as long as the secret that signed it is configured', () => {
  const token = links(OLD).of(ID).page.split('/').at(-1)!;
  expect(links(NEW, OLD).verify(token)).toBe(ID);
  expect(links(NEW).verify(token)).toBeUndefined();
  expect(links(NEW, OLD).of(ID)).toEqual(links(NEW).of(ID));
});
