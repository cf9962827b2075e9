/** What a player does; `move` is one move of the map, with all tiles that its view needs. */
export const KINDS = ['move', 'nearby', 'read', 'like', 'create', 'upload'] as const;
export type Kind = (typeof KINDS)[number];

/** Shares of the actions, in any unit. */
export type Mix = Partial<Record<Kind, number>>;

/**
 * As docs/operations/sizing.md assumes a player's day: 40 moves, 10 lists, 30 reads, 3 likes, 1 work, half a picture.
 */
export const USUAL_MIX: Mix = { move: 40, nearby: 10, read: 30, like: 3, create: 1, upload: 0.5 };

/**
 * Reads `move=40,create=1`.
 * @throws Error that names what is wrong
 */
export function parseMix(text: string): Mix {
  const mix: Mix = {};
  for (const part of text.split(',')) {
    const [kind = '', share = ''] = part.split('=');
    if (!isKind(kind)) throw new Error(`--mix takes ${KINDS.join(', ')}, not "${kind}"`);
    if (!(Number(share) >= 0) || share === '')
      throw new Error(`--mix: the share of ${kind} is a number from 0 on, not "${share}"`);
    mix[kind] = Number(share);
  }
  if (!Object.values(mix).some((share) => share > 0)) throw new Error('--mix: at least one share is above 0');
  return mix;
}

const isKind = (text: string): text is Kind => (KINDS as readonly string[]).includes(text);

/** One of the kinds, each as often as its share says. */
export function pick(mix: Mix, random: () => number): Kind {
  const shares = Object.entries(mix) as [Kind, number][];
  let left = random() * shares.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of shares) {
    left -= share;
    if (left < 0) return kind;
  }
  return shares.findLast(([, share]) => share > 0)![0];
}
