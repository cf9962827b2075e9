/** Characters that a text may have, and colours that a palette may. The server has the same limits. */
export const LIMITS = {
  name: 120,
  contact: 254,
  title: 120,
  text: 2_000,
  post: 5_000,
  passkeyName: 60,
  palette: 80,
  paletteColors: 24,
  wallSearch: 80,
  discussionSearch: 200,
  username: { least: 3, most: 30 },
} as const;
