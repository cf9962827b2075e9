/**
 * The least that could serve a page of discussions: `node:http` and `pg`, one named statement, no session, limits or
 * rights. `PORT` and `DATABASE_URL` in the environment.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const PAGE = {
  name: 'bare-threads',
  text: `SELECT p.id, p.thread_id AS "threadId", p.title, p.content, 'shown' AS state,
    json_build_object('id', a.id, 'username', a.username, 'profileImageUrl', a.avatar_picture_id) AS user,
      p.created_at AS "createdAt", p.edited_at AS "editedAt", p.active_at AS "activeAt", p.likes, false AS liked,
        p.replies
    FROM users.posts p LEFT JOIN users.accounts a ON a.id = p.author_id
    WHERE p.id = p.thread_id ORDER BY p.active_at DESC, p.id DESC LIMIT $1`,
};

createServer((request, response) => {
  const limit = Number(new URL(request.url!, 'http://bare').searchParams.get('limit') ?? 50);
  pool.query({ ...PAGE, values: [limit] }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body);
    },
    (error: Error) => response.writeHead(500).end(error.message),
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
