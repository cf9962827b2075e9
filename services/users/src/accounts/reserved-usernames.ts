import { PRODUCT_NAME } from '../product.js';
import { usernameKeys } from './username.js';

/** Never part of a username. */
const OURS = [PRODUCT_NAME, 'Spray Coins'];

/** Refused at the beginning or end of a name, where they claim a role. */
const OFFICES = ['admin', 'administrator', 'moderator', 'official'];

/** Refused as the whole name, because it would look like the product itself. */
const ROLES = (
  'abuse account anonymous api billing bot contact customer deleted desk everyone explorer guest help helpdesk here hostmaster info legal me mod mods ' +
  'moderators nobody noreply null operator postmaster privacy root sales security service staff superuser support sysadmin system team the undefined webmaster'
).split(' ');

/** Digits and signs that are read as letters; the skeletons of Unicode have similar letters only. */
const READ_AS: Record<string, string> = {
  ...{ 3: 'e', 4: 'a', 5: 's', 7: 't' },
  ...{ '@': 'a', $: 's', '€': 'e', '¢': 'c', '¥': 'y', '+': 't', µ: 'u', μ: 'u' },
};

const JOINTS = /[ ._'-]+/u;

/** Without separators and accents, by the unique keys of names. */
const foldings = (text: string): string[] => {
  const { small, capital } = usernameKeys(text.split(JOINTS).join(''));
  return [small, capital].map((key) => key.normalize('NFD').replace(/\p{M}/gu, ''));
};

const folded = (words: string[]) => words.map(foldings);
const [ours, offices, roles] = [folded(OURS), folded(OFFICES), folded([...ROLES, ...OFFICES])];

/**
 * Whether a name contains the product's, in any case, spacing, punctuation, accents, look-alike letters or digits: for
 * names of players and of partners' clients.
 */
export function resemblesProduct(name: string): boolean {
  const plain = name.normalize('NFKC');
  const read = [...plain].map((character) => READ_AS[character] ?? character).join('');
  const forms = [plain, read].flatMap((text) => foldings(text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')));
  return ours.some((words) => words.some((word) => forms.some((form) => form.includes(word))));
}

/** Whether a name, in any look-alike letters, could be mistaken for the product or its staff. */
export function isReservedUsername(name: string): boolean {
  const all = foldings(name);
  const some = (words: string[][], test: (name: string, word: string) => boolean) =>
    words.some((word) => all.some((form, index) => test(form, word[index]!)));
  const claimsOffice = some(offices, (form, word) => form.startsWith(word) || form.endsWith(word));
  return claimsOffice || resemblesProduct(name) || name.split(JOINTS).every(isRole);
}

/** With or without surrounding digits. */
function isRole(word: string): boolean {
  const forms = [word, word.replace(/^\p{Nd}+|\p{Nd}+$/gu, '')].map(foldings);
  return forms.some((form) => form[0] === '' || roles.some((role) => role.some((key, index) => key === form[index])));
}
