import { namedQuery } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { formerUsernameKeys, USERNAME_LENGTH, usernameKeys } from '../accounts/username.js';

/** Further mentions stay plain text. */
export const MAX_MENTIONS = 10;

/** An `@` that does not follow a word or address, and the characters of usernames after it. */
const AFTER_AT = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{Nd} ._'-]+)/gu;
/** Positions where a name can end: the ends of words. */
const WORD_ENDS = /(?<=[\p{L}\p{M}\p{Nd}_])(?![\p{L}\p{M}\p{Nd}_])/gu;

export interface MentionedPlayer {
  accountId: string;
  /** As written in the text after the `@`. */
  written: string;
}

/**
 * The possible usernames after each `@` of a text, the longest first: names may contain spaces, so `@ann lee paints`
 * has three.
 */
export function possibleNames(text: string): string[][] {
  return [...text.matchAll(AFTER_AT)].slice(0, MAX_MENTIONS).map(([, afterAt = '']) => {
    const longestName = [...afterAt].slice(0, USERNAME_LENGTH.max).join('');
    const ends = [...afterAt.matchAll(WORD_ENDS)].map(({ index }) => index).filter((end) => end <= longestName.length);
    return ends
      .map((end) => afterAt.slice(0, end))
      .filter((name) => name.length >= USERNAME_LENGTH.min)
      .toReversed();
  });
}

const SELECT_MENTIONED = `
  SELECT id, username_small AS key FROM accounts
  WHERE username_small = ANY ($1) AND status = 'verified' AND id <> $2
    AND NOT EXISTS (SELECT FROM player_filters f WHERE f.account_id = accounts.id AND f.other_account_id = $2
      AND f.kind = 'block')
  ORDER BY id FOR KEY SHARE`;

/**
 * The players that a text mentions, each once, without players who have blocked its author. Their accounts cannot be
 * erased before `tx` ends.
 */
export async function findMentioned(tx: EntityManager, authorId: string, text: string): Promise<MentionedPlayer[]> {
  const names = possibleNames(text);
  if (names.length === 0) return [];
  const keysOf = new Map(
    names.flat().map((name) => [name, [usernameKeys(name).small, formerUsernameKeys(name).small]]),
  );
  const rows = await namedQuery<{ id: string; key: string }>(tx, 'mentioned-players', SELECT_MENTIONED, [
    [...new Set([...keysOf.values()].flat())],
    authorId,
  ]);
  const byKey = new Map(rows.map(({ id, key }) => [key, id]));
  const accountOf = (name: string) =>
    keysOf
      .get(name)!
      .map((key) => byKey.get(key))
      .find(Boolean);
  const mentioned = new Map<string, string>();
  for (const candidates of names) {
    const written = candidates.find(accountOf);
    if (written !== undefined && !mentioned.has(accountOf(written)!)) mentioned.set(accountOf(written)!, written);
  }
  return [...mentioned].map(([accountId, written]) => ({ accountId, written }));
}

/** Replaces the mentions of a post. @returns the accounts that it did not mention before */
export async function replaceMentions(
  tx: EntityManager,
  postId: string,
  mentioned: readonly MentionedPlayer[],
): Promise<string[]> {
  const accounts = mentioned.map(({ accountId }) => accountId);
  await namedQuery(
    tx,
    'drop-mentions',
    `DELETE FROM post_mentions WHERE post_id = $1 AND account_id <> ALL ($2::uuid[])`,
    [postId, accounts],
  );
  const stored = await namedQuery<{ id: string; isNew: boolean }>(
    tx,
    'keep-mentions',
    `INSERT INTO post_mentions (post_id, account_id, written) SELECT $1, * FROM unnest($2::uuid[], $3::text[])
     ON CONFLICT ON CONSTRAINT post_mentions_pkey DO UPDATE SET written = excluded.written
       RETURNING account_id AS id, xmax = 0 AS "isNew"`,
    [postId, accounts, mentioned.map(({ written }) => written)],
  );
  return stored.filter(({ isNew }) => isNew).map(({ id }) => id);
}
