import { describe, expect, it } from '@jest/globals';
import { isReservedUsername, resemblesProduct } from './reserved-usernames.js';
import { isUsername, normalizeUsername, usernameKeys } from './username.js';

/** Whether the second name is refused once the first is taken. */
function clashes(taken: string, wanted: string): boolean {
  const [a, b] = [usernameKeys(taken), usernameKeys(wanted)];
  return a.small === b.small || a.capital === b.capital;
}

describe('usernames', () => {
  it.each([
    ['Banksy', 'banksy'],
    ['Banksy', 'BANKSY'],
    ['paypal', 'раураl'],
    ['bob', 'Вob'],
    ['Ian', 'lan'],
    ['cool', 'c00l'],
    ['bill', 'bi1l'],
    ['modern', 'rnodem'],
    ['ink', 'ｉｎｋ'],
    ['Straße', 'STRASSE'],
    ['ΒΗΤΑ', 'βητα'],
    ['cafe\u0301', 'café'],
    ...['\u034f', '\ufe0f', '\u180b', '\u17b4', '\u{e0100}', '\u1160', '\u3164', '\u200d', '\u00ad'].map((unseen) => [
      'banksy',
      `ban${unseen}ksy`,
    ]),
  ])('%s takes %s', (taken, wanted) => expect(clashes(taken, wanted)).toBe(true));

  it.each([
    ['banksy', 'banksyy'],
    ['anna', 'anya'],
    ['rene', 'renée'],
    ['player-2', 'player-3'],
    ['street-artist', 'street_artist'],
    ['写真家', '写真'],
  ])('%s leaves %s free', (taken, wanted) => expect(clashes(taken, wanted)).toBe(false));

  it.each([
    ...[
      'Banksy',
      'a_b',
      "o'neil",
      'Street Artist 9',
      'Ünïcødé',
      '写真家',
      '9lives',
      'ọ̀ṣun',
      'Nguyễn',
      'Αθηνά',
      'Граффити',
      'משה',
      'محمد',
    ],
    ...[
      'プレイヤーone',
      '김철수 kim',
      '王小明ㄅ',
      'समीर',
      'สมชาย',
      'ქართველი',
      '٣ علي',
      'Əli',
      'İstanbul',
      'မြန်မာ',
      'ဖြူဖြူ',
      'মৌসুমী',
      'ஸ்ரீராம்',
      'ʻIolani',
    ],
  ])('%s is a name', (name) => expect(isUsername(normalizeUsername(name))).toBe(true));

  it.each([
    ...[
      '',
      '   ',
      '-dash',
      'a\u200bb',
      'a\u0000b',
      'tab\u0007',
      '<b>',
      'a@b',
      'dot.',
      '🎨🎨🎨',
      '\u3164\u3164\u3164',
      `a${'\u0301'.repeat(29)}bc`,
    ],
    ...[
      'ban\u034fksy',
      'banksy\ufe0f',
      'ban\u180bksy',
      'ban\u17b4ksy',
      'banksy\u{e0100}',
      'ban\u1160ksy',
      'ban\u3164ksy',
      'ban\uffa0ksy',
    ],
    ...[
      'раураl',
      'Вob',
      'aдmin',
      'αlpha',
      'ᴀᴅᴍɪɴ',
      'ʙᴀɴᴋꜱʏ',
      'a_\u0301b',
      '1\u0338b',
      'ab1٣',
      'ᎯᎠᎷ',
      'x\u0300\u0300y',
      'a⃝bc',
      'ⅷ\u2800',
    ],
    ...[
      `क${'ा'.repeat(20)}`,
      `क${'ाी'.repeat(10)}`,
      'محمـــد',
      'علي٣۴',
      'bankˈsy',
      'banksyː',
      'banksyꜗ',
      'か〱かき',
      'か〻き',
      'ab〮c',
      'ȷam',
    ],
  ])('%j is none', (name) => expect(isUsername(normalizeUsername(name))).toBe(false));
});

describe("a name that resembles the product's", () => {
  it.each([
    ...[
      'Sprayhunt',
      'Spray hunt',
      'SPRAY—HUNT',
      'spray·hunt maps',
      '5prayhunt',
      '5pr@yhun7',
      '$prayhunt',
      'Spr4y Hunt',
      'sprayhμnt',
    ],
    ...[
      'Ѕрrаyhunt',
      'ѕρrayhunt',
      'Spráyhünt',
      'Spray\u200bhunt',
      'ＳＰＲＡＹＨＵＮＴ',
      '𝐒𝐩𝐫𝐚𝐲𝐡𝐮𝐧𝐭',
      'Ⓢprayhunt',
      'Spray Coins+',
    ],
  ])('%s is one', (name) => expect(resemblesProduct(name)).toBe(true));

  it.each(['City guide', 'Spray finder', 'Hunt the spray', 'Wall 57', 'Prayer hunt', '$5 murals', '写真'])(
    '%s is none',
    (name) => expect(resemblesProduct(name)).toBe(false),
  );
});

describe('reserved usernames', () => {
  it.each([
    ...[
      'admin',
      'Admin',
      'ADM1N',
      'adrnin',
      'admin 2',
      'the.admin',
      'admin_bob',
      'bob-admin',
      'administrator',
      'Moderator',
      'official',
      'banksy_official',
      'Official Banksy',
    ],
    ...[
      'sprayhunt',
      'Spray Hunt',
      'sprayhunt_official',
      'SprayhuntTeam',
      'the-sprayhunt',
      '5prayhunt',
      'sprаyhunt',
      'spraycoins',
      'root',
      'system',
      'support',
      'supp0rt',
      'Support Team',
      'help-desk 24',
      '247 support',
      'me',
      'null',
    ],
    ...[
      'ádmin',
      'ạdmin',
      'ađmin',
      'zed_òfficial',
      'spráyhunt',
      'sprayhuṇt',
      'ṣprayhunt_team',
      'mödêrator',
      'súpport',
      'ştaff',
    ],
  ])('%s is one', (name) => expect(isReservedUsername(normalizeUsername(name))).toBe(true));

  it.each([
    'banksy',
    'sprayer',
    'hunter',
    'root beer',
    'sound system',
    'Team Rocket',
    'support your local',
    'Modena',
    'Amina',
    'offhand',
    'mera',
    '写真家',
  ])('%s is none', (name) => expect(isReservedUsername(normalizeUsername(name))).toBe(false));
});
