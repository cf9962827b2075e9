import { PRODUCT_NAME } from '../product.js';
import { usernameKeys } from './username.js';

/** Rejected anywhere in a username. */
const PRODUCT_NAMES = [PRODUCT_NAME, 'Spray Coins'];

/** Rejected at the beginning or end of a name, where they claim a role. */
const STAFF_TITLES = ['admin', 'administrator', 'moderator', 'official'];

/** Rejected as the whole name, which would look like the product itself. */
const RESERVED_NAMES = (
  'abuse account anonymous api billing bot contact customer deleted desk everyone explorer guest help helpdesk ' +
  'here hostmaster info legal me mod mods ' +
  'moderators nobody noreply null operator postmaster privacy root sales security service staff superuser ' +
  'support sysadmin system team the undefined webmaster'
).split(' ');

/** Digits and signs that replace letters; Unicode's skeletons only cover similar letters. */
const LETTER_SUBSTITUTES: Record<string, string> = {
  ...{ 3: 'e', 4: 'a', 5: 's', 7: 't' },
  ...{ '@': 'a', $: 's', '€': 'e', '¢': 'c', '¥': 'y', '+': 't', µ: 'u', μ: 'u' },
};

const SEPARATORS = /[ ._'-]+/u;

/** The unique keys of a name, without separators and accents. */
const foldings = (text: string): string[] => {
  const { small, capital } = usernameKeys(text.split(SEPARATORS).join(''));
  return [small, capital].map((key) => key.normalize('NFD').replace(/\p{M}/gu, ''));
};

const folded = (words: string[]) => words.map(foldings);
const [productNames, staffTitles, reservedNames] = [
  folded(PRODUCT_NAMES),
  folded(STAFF_TITLES),
  folded([...RESERVED_NAMES, ...STAFF_TITLES]),
];

/**
 * Whether a name contains the product's name, in any case, spacing, punctuation, accents, look-alike letters or digits;
 * for players and partners' clients.
 */
export function resemblesProduct(name: string): boolean {
  const plain = name.normalize('NFKC');
  const substituted = [...plain].map((character) => LETTER_SUBSTITUTES[character] ?? character).join('');
  const forms = [plain, substituted].flatMap((text) => foldings(text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')));
  return productNames.some((words) => words.some((word) => forms.some((form) => form.includes(word))));
}

/** Whether a name, in any look-alike letters, could be mistaken for the product or its staff. */
export function isReservedUsername(name: string): boolean {
  const all = foldings(name);
  const matchesAny = (words: string[][], test: (name: string, word: string) => boolean) =>
    words.some((word) => all.some((form, index) => test(form, word[index]!)));
  const claimsStaffTitle = matchesAny(staffTitles, (form, word) => form.startsWith(word) || form.endsWith(word));
  return claimsStaffTitle || resemblesProduct(name) || name.split(SEPARATORS).every(isReservedWord);
}

/** Whether a word is reserved, with or without surrounding digits. */
function isReservedWord(word: string): boolean {
  const forms = [word, word.replace(/^\p{Nd}+|\p{Nd}+$/gu, '')].map(foldings);
  return forms.some(
    (form) => form[0] === '' || reservedNames.some((role) => role.some((key, index) => key === form[index])),
  );
}
