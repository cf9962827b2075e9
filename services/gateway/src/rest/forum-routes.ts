import { BODY, page } from './fields.js';
import type { Route } from './route.js';

const NO_SUCH_THREAD = { code: 'NOT_FOUND', detail: 'There is no such discussion.' };

/** Discussions between players. */
export const forumRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/community/forum',
    summary: 'Discussions, latest activity first; `search` looks in titles, texts and replies',
    operation: 'forum',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'list', name: 'ForumPost' },
  },
  {
    method: 'POST',
    path: '/api/community/forum',
    summary: 'Begins a discussion; for verified players',
    operation: 'create-thread',
    access: 'player',
    input: BODY,
    status: 201,
    response: { kind: 'item', name: 'ForumPost' },
  },
  {
    method: 'GET',
    path: '/api/community/forum/{id}',
    summary: 'A discussion with a page of its replies, the oldest first',
    operation: 'forum-thread',
    access: 'player',
    input: page,
    status: 200,
    response: { kind: 'item', name: 'ForumThread', whenNull: NO_SUCH_THREAD, pages: 'replyPage' },
  },
  {
    method: 'POST',
    path: '/api/community/forum/{id}/replies',
    summary: 'Replies in a discussion; for verified players',
    operation: 'reply-to-thread',
    access: 'player',
    input: BODY,
    status: 201,
    response: { kind: 'item', name: 'ForumPost' },
  },
  {
    method: 'POST',
    path: '/api/community/forum/{id}/like',
    summary: 'Likes a discussion or a reply, once for each player',
    operation: 'like-post',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'PostLikes' },
  },
  {
    method: 'DELETE',
    path: '/api/community/forum/{id}/like',
    summary: "Takes the player's like back",
    operation: 'unlike-post',
    access: 'player',
    status: 200,
    response: { kind: 'item', name: 'PostLikes' },
  },
];
