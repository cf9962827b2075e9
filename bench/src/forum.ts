import type { Stack } from '@sprayhunt/local';
import { freePorts } from '@sprayhunt/service-kit/testing';
import pg from 'pg';
import { programsOf } from './cpu.js';
import { compare, rateRatio, table, type Contender } from './compare.js';
import { verifiedPlayer } from './players.js';
import { program } from './program.js';

export interface ForumFigures {
  /** Pages of discussions a second for a signed-in player, of 100,000 posts, as a part of the bare server's rate. */
  forumPageRatioToBare: number;
}

const POSTS = 100_000;
const THREADS = 10_000;
const AUTHORS = 1_000;
/** Discussions a page. */
const PAGE = 25;

const AUTHORS_SQL = `
  INSERT INTO users.accounts (id, status, username, username_small, username_capital, pin_preferences, created_at)
  SELECT gen_random_uuid(), 'verified', 'talker ' || n, 'bench talker ' || n, 'bench talker ' || n, '{}', now()
    FROM generate_series(1, ${AUTHORS}) AS n`;
/** Threads first, then nine replies to each; texts as long as real ones. */
const POSTS_SQL = `
  WITH authors AS MATERIALIZED (SELECT array_agg(id) AS ids FROM users.accounts WHERE username LIKE 'talker %'),
  threads AS MATERIALIZED (SELECT n, uuidv7(make_interval(secs => n - ${POSTS})) AS id
    FROM generate_series(1, ${THREADS}) AS n)
  INSERT INTO users.posts (id, thread_id, author_id, title, content, language, replies, active_at)
  SELECT id, id, authors.ids[1 + n % ${AUTHORS}], 'Discussion number ' || n,
    repeat('Which caps do you use for outlines on rough brick? ', 4), 'en', ${POSTS / THREADS - 1},
      now() - n * interval '1 second'
  FROM threads, authors
  UNION ALL
  SELECT uuidv7(), id, authors.ids[1 + (n * r) % ${AUTHORS}], NULL, repeat('Fat ones, held close, and a steady hand. ',
    4), 'en', 0, now()
  FROM threads, authors, generate_series(1, ${POSTS / THREADS - 1}) AS r`;

/** The first page of discussions by REST, signed in, side by side with the least that could serve it. */
export async function benchForum(stack: Stack, print: (line: string) => void): Promise<ForumFigures> {
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  try {
    print(`  writing ${POSTS} posts`);
    await client.query(AUTHORS_SQL);
    await client.query(POSTS_SQL);
    await client.query('VACUUM (ANALYZE) users.posts, users.accounts');
  } finally {
    await client.end();
  }
  const cookie = await verifiedPlayer(stack, 900);
  const [port] = (await freePorts(1)) as [number];
  const bare = await program('forum-bare.js', port, { DATABASE_URL: stack.adminUrl });
  try {
    const { postgres } = programsOf(stack, []);
    const contenders: Contender[] = [
      {
        name: 'bare',
        url: bare.url,
        requests: [{ method: 'GET', path: `/?limit=${PAGE}` }],
        programs: { bare: bare.pid, postgres: postgres! },
      },
      {
        name: 'rest',
        url: stack.gatewayUrl,
        requests: [{ method: 'GET', path: `/api/community/forum?limit=${PAGE}`, headers: { cookie } }],
        programs: programsOf(stack, ['gateway', 'users']),
      },
    ];
    await expectSameThreads(contenders);
    const figures = await compare(contenders, print);
    console.table(table(figures));
    return { forumPageRatioToBare: rateRatio(figures.get('rest')!, figures.get('bare')!) };
  } finally {
    await bare.stop();
  }
}

/** A comparison is valid only if both return the same discussions. */
async function expectSameThreads(contenders: Contender[]): Promise<void> {
  const lists = await Promise.all(
    contenders.map(async ({ url, requests: [first] }) => {
      const response = await fetch(url + first!.path!, { headers: first!.headers as Record<string, string> });
      return ((await response.json()) as { id: string }[]).map(({ id }) => id).join();
    }),
  );
  if (lists[0] === '' || lists[0] !== lists[1]) throw new Error('The contenders do not return the same discussions');
}
