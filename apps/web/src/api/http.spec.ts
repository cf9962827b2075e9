import { expect, it, jest } from '@jest/globals';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { problem, serve, signedOut } from '../test/server';
import { stubGlobal } from '../test/stub-global';
import { api, bodyOf, guestApi, HttpError, isUnauthorized, NoConnection, problemCode } from './http';
import { problemDetail } from './problems';
import { onSessionEnded } from './session';
import { newQueryClient, readKey } from './query';

const read = (queryKey: readonly unknown[], on401: 'throw' | 'null' = 'throw') =>
  newQueryClient().fetchQuery({ queryKey, queryFn: readKey({ on401 }) });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('should have failed');
    },
    (error: HttpError) => error,
  );

it('every call sends credentials, and a body only with a payload [REST-01 REST-02]', async () => {
  const calls = serve({
    'GET /api/auth/user': {},
    'POST /api/objects/upload': { uploadURL: 'x' },
    'POST /api/verify-contact': null,
  });
  await api.GET('/api/auth/user');
  await bodyOf(api.POST('/api/objects/upload'));
  await api.POST('/api/verify-contact', { body: { code: '123456' } });
  expect(calls.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include']);
  expect(calls.map(({ body }) => body)).toEqual([undefined, undefined, { code: '123456' }]);
});

it('every POST carries an Idempotency-Key of its own', async () => {
  const calls = serve({ 'POST /api/objects/upload': { uploadURL: 'x' }, 'GET /api/auth/user': {} });
  await api.POST('/api/objects/upload');
  await api.POST('/api/objects/upload', { headers: { 'idempotency-key': 'mine' } });
  await api.POST('/api/objects/upload');
  await api.GET('/api/auth/user');
  const keys = calls.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe('mine');
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBeNull();
});

it('a read is a GET to its key joined by slashes, parsed as JSON [REST-03 REST-04]', async () => {
  const calls = serve({ 'GET /api/discoveries/42': { id: '42' } });
  await expect(read(['/api/discoveries', '42'])).resolves.toEqual({ id: '42' });
  expect(calls[0]).toMatchObject({
    method: 'GET',
    path: '/api/discoveries/42',
    credentials: 'include',
    body: undefined,
  });
});

it('a 401 is an error, where it is not asked to be null [REST-05 REST-06 REST-24]', async () => {
  serve({ 'GET /api/auth/user': () => problem(401, 'UNAUTHENTICATED', 'Unauthorized: sign in.') });
  await expect(read(['/api/auth/user'], 'null')).resolves.toBeNull();
  await expect(read(['/api/auth/user'])).rejects.toThrow(/^401: /);
});

it('a response that is not OK becomes "<status>: <body or status text>" [PERM-11 PERM-12]', async () => {
  serve({
    'GET /api/a': () => new Response('the wall is gone', { status: 410, statusText: 'Gone' }),
    'GET /api/b': () => new Response('', { status: 503, statusText: 'Service Unavailable' }),
  });
  expect((await failure(read(['/api/a']))).message).toBe('410: the wall is gone');
  expect((await failure(read(['/api/b']))).message).toBe('503: Service Unavailable');
});

it('unauthorized is what starts with "401: " and contains "Unauthorized" [PERM-07]', () => {
  expect(isUnauthorized(new Error('401: {"detail":"Unauthorized"}'))).toBe(true);
  expect(isUnauthorized(new Error('401: \n Unauthorized'))).toBe(true);
  expect(isUnauthorized(new Error('401: no'))).toBe(false);
  expect(isUnauthorized(new Error('403: Unauthorized'))).toBe(false);
  expect(isUnauthorized('401: Unauthorized')).toBe(false);
});

it("a problem's code, sentence and fields are read; the raw message stays inside [PERM-13]", async () => {
  serve({
    'POST /api/verify-contact': () =>
      problem(422, 'CODE_INVALID', 'This code is not right.', [
        { field: 'code', code: 'INVALID', detail: 'Not right.' },
      ]),
  });
  const error = await failure(api.POST('/api/verify-contact', { body: { code: '1' } }));
  expect(problemCode(error)).toBe('CODE_INVALID');
  expect(problemDetail(error, 'x')).toBe('This code is not right.');
  expect(error.problem.errors).toEqual([{ field: 'code', code: 'INVALID', detail: 'Not right.' }]);
  expect(problemDetail(new Error('offline'), 'Please try again.')).toBe('Please try again.');
});

it('queries never go stale and are not repeated, neither on focus nor by polling [TOAST-09 TOAST-10 TOAST-11]', () => {
  expect(newQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
});

it('a failed query is not retried [TOAST-12 REST-25]', async () => {
  const calls = serve({ 'GET /api/auth/user': () => new Response('', { status: 500 }) });
  const query = new QueryObserver(newQueryClient(), { queryKey: ['/api/auth/user'] });
  await failure(query.refetch({ throwOnError: true }));
  expect(calls).toHaveLength(1);
});

it('a failed mutation is not retried [TOAST-13]', async () => {
  const mutationFn = jest.fn(() => Promise.reject(new Error('500: ')));
  await failure(new MutationObserver(newQueryClient(), { mutationFn }).mutate());
  expect(mutationFn).toHaveBeenCalledTimes(1);
});

it('a refusal for want of a session is told to one listener, but for the calls that a guest may try', async () => {
  const onOver = jest.fn();
  const stop = onSessionEnded(onOver);
  serve({ 'GET /api/profile/contacts': () => signedOut() });
  await failure(read(['/api/profile/contacts']));
  await failure(api.GET('/api/profile/contacts'));
  expect(onOver).toHaveBeenCalledTimes(2);
  expect((await failure(guestApi.GET('/api/profile/contacts'))).status).toBe(401);
  await expect(read(['/api/profile/contacts'], 'null')).resolves.toBeNull();
  expect(onOver).toHaveBeenCalledTimes(2);
  stop();
  await failure(api.GET('/api/profile/contacts'));
  expect(onOver).toHaveBeenCalledTimes(2);
});

it('a call without a connection says so, one that was called off does not', async () => {
  stubGlobal('fetch', async (request: Request) => {
    request.signal.throwIfAborted();
    throw new TypeError('Failed to fetch');
  });
  expect(await failure(api.GET('/api/auth/user'))).toBeInstanceOf(NoConnection);
  expect(await failure(read(['/api/a']))).toBeInstanceOf(NoConnection);
  expect((await failure(api.GET('/api/auth/user', { signal: AbortSignal.abort() }))).name).toBe('AbortError');
});

it('says after how many seconds the server takes the call again', async () => {
  serve({ 'GET /api/a': () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }) });
  expect((await failure(read(['/api/a']))).retryAfter).toBe(7);
});
