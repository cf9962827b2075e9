import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { newQueryClient } from '../../api/query';
import type { Discovery } from '../../api/types';
import { nodeOf, work } from '../../test/home';
import { problem, serve } from '../../test/server';
import { cacheWorks, fetchWork, evictWork, setLike, watchWorks } from './work-cache';

let client: QueryClient;
let seen: Discovery[][];
const last = () => seen.at(-1);
const other = { ...work, id: 'd2', title: 'Heron', likes: 0 };

beforeEach(() => {
  client = newQueryClient();
  seen = [];
});

describe('a work of the page', () => {
  it('is kept once, by whichever call it comes', async () => {
    serve({ 'query discovery': nodeOf({ ...work, status: 'gone', likes: 9 }) });
    cacheWorks(client, [work, other]);
    watchWorks(client, ['d2', 'd1'], (works) => seen.push(works));
    await waitFor(() =>
      expect(last()).toMatchObject([{ id: 'd2' }, { id: 'd1', name: work.title, artist_name: 'Vixen' }]),
    );
    expect(await fetchWork(client, 'd1')).toBe(true);
    await waitFor(() =>
      expect(last()).toMatchObject([
        { id: 'd2', likes: 0 },
        { id: 'd1', status: 'gone', likes: 9 },
      ]),
    );
    cacheWorks(client, [work]);
    await waitFor(() => expect(last()![1]).toMatchObject({ status: 'standing', likes: 2 }));
  });

  it('leaves every list when it is removed, and comes back with the next one', async () => {
    cacheWorks(client, [work, other]);
    watchWorks(client, ['d1', 'd2'], (works) => seen.push(works));
    await waitFor(() => expect(last()).toHaveLength(2));
    evictWork(client, 'd1');
    await waitFor(() => expect(last()).toMatchObject([{ id: 'd2' }]));
    cacheWorks(client, [work]);
    await waitFor(() => expect(last()).toMatchObject([{ id: 'd1' }, { id: 'd2' }]));
  });

  it('is told to no one who has stopped to watch it', async () => {
    cacheWorks(client, [work]);
    const stop = watchWorks(client, ['d1'], (works) => seen.push(works));
    await waitFor(() => expect(seen).toHaveLength(1));
    stop();
    cacheWorks(client, [{ ...work, likes: 5 }]);
    await Promise.resolve();
    expect(seen).toHaveLength(1);
  });

  it('is unknown where the server has none', async () => {
    serve({ 'query discovery': null });
    expect(await fetchWork(client, 'none')).toBe(false);
    watchWorks(client, ['none'], (works) => seen.push(works));
    await waitFor(() => expect(last()).toEqual([]));
  });
});

describe('a like', () => {
  const pending: (() => void)[] = [];
  const like = (answer: object) =>
    serve({
      'mutation likeDiscovery': async () => {
        await new Promise<void>((resolve) => pending.push(resolve));
        return answer;
      },
    });
  const respond = async () => {
    await waitFor(() => expect(pending).toHaveLength(1));
    pending.pop()!();
  };

  it('is shown at once, and then as the server counts', async () => {
    like({ id: 'd1', likes: 7, liked: true });
    cacheWorks(client, [work]);
    watchWorks(client, ['d1'], (works) => seen.push(works));
    const sent = setLike(client, 'd1', true);
    await waitFor(() => expect(last()).toMatchObject([{ likes: 3, liked: true }]));
    await respond();
    await sent;
    await waitFor(() => expect(last()).toMatchObject([{ likes: 7, liked: true }]));
  });

  it('is taken back where the server refuses it', async () => {
    like(problem(503, 'UNAVAILABLE', 'In a minute.'));
    cacheWorks(client, [work]);
    watchWorks(client, ['d1'], (works) => seen.push(works));
    const sent = setLike(client, 'd1', true);
    const refused = expect(sent).rejects.toThrow();
    await waitFor(() => expect(last()).toMatchObject([{ likes: 3 }]));
    await respond();
    await refused;
    await waitFor(() => expect(last()).toMatchObject([{ likes: 2, liked: false }]));
  });

  it('of a work that the page does not keep waits for the server', async () => {
    like({ id: 'd1', likes: 7, liked: true });
    const sent = setLike(client, 'd1', true);
    await respond();
    await expect(sent).resolves.toBeUndefined();
  });
});
