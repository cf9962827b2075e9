import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { graphClientOf } from '../../api/graph-client';
import { newQueryClient } from '../../api/query';
import type { Discovery } from '../../api/types';
import { nodeOf, work } from '../../test/home';
import { problem, serve } from '../../test/server';
import { cacheList } from './use-works';
import { cacheWorks, evictWork, fetchWork, setLike, watchWorks } from './work-cache';

let client: QueryClient;
let seen: (Discovery[] | null)[];
const last = () => seen.at(-1);
const watch = (list: string) => watchWorks(client, list, (works) => seen.push(works));
const other = { ...work, id: 'd2', title: 'Heron', likes: 0 };

beforeEach(() => {
  client = newQueryClient();
  seen = [];
});

describe('a work of the page', () => {
  it('is the same in every list, by whichever call it comes', async () => {
    cacheWorks(client, 'near', [other, work]);
    watch('near');
    await waitFor(() =>
      expect(last()).toMatchObject([{ id: 'd2' }, { id: 'd1', name: work.title, artist_name: 'Vixen' }]),
    );
    cacheWorks(client, 'own', [{ ...work, status: 'gone', likes: 9 }]);
    await waitFor(() =>
      expect(last()).toMatchObject([
        { id: 'd2', likes: 0 },
        { id: 'd1', status: 'gone', likes: 9 },
      ]),
    );
  });

  it('leaves every list when it is evicted, and comes back with the next one', async () => {
    cacheWorks(client, 'near', [work, other]);
    watch('near');
    await waitFor(() => expect(last()).toHaveLength(2));
    evictWork(client, 'd1');
    await waitFor(() => expect(last()).toMatchObject([{ id: 'd2' }]));
    cacheWorks(client, 'near', [work, other]);
    await waitFor(() => expect(last()).toMatchObject([{ id: 'd1' }, { id: 'd2' }]));
  });

  it('is reported to no one who has stopped to watch it', async () => {
    cacheWorks(client, 'near', [work]);
    const stop = watch('near');
    await waitFor(() => expect(seen).toHaveLength(1));
    stop();
    cacheWorks(client, 'near', [{ ...work, likes: 5 }]);
    await Promise.resolve();
    expect(seen).toHaveLength(1);
  });

  it('is shown without the fields that a list of a former release lacks', async () => {
    const { thumbhash: _, ...former } = work;
    cacheWorks(client, 'near', [former as Discovery]);
    watch('near');
    await waitFor(() => expect(last()).toMatchObject([{ id: 'd1', thumbhash: null }]));
  });

  it('does not exist where the server has none', async () => {
    serve({ 'query discovery': null });
    expect(await fetchWork(client, 'none')).toBeNull();
    serve({ 'query discovery': nodeOf(work) });
    expect(await fetchWork(client, 'd1')).toMatchObject({ id: 'd1', name: work.title });
  });
});

describe('a list', () => {
  const cachedIds = () => Object.keys(graphClientOf(client).cache.extract() as object).filter((id) => id !== '__META');

  it('leaves the cache with its query, and its works unless another list has them', async () => {
    const query = (name: string, works: Discovery[]) =>
      client.fetchQuery({ queryKey: [name], queryFn: (context) => cacheList(context, works) });
    await query('near', [work, other]);
    await query('far', [other]);
    expect(cachedIds()).toHaveLength(4);
    client.removeQueries({ queryKey: ['near'] });
    expect(cachedIds()).toEqual(expect.arrayContaining(['Discovery:d2']));
    expect(cachedIds()).toHaveLength(2);
    watch('["near"]');
    await waitFor(() => expect(last()).toBeNull());
  });

  it('of a cancelled request is not written over what has changed since', async () => {
    const cancelled = AbortSignal.abort();
    await expect(cacheList({ client, queryKey: ['near'], signal: cancelled }, [work])).rejects.toThrow();
    expect(cachedIds()).toEqual([]);
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
    cacheWorks(client, 'near', [work]);
    watch('near');
    const sent = setLike(client, 'd1', true);
    await waitFor(() => expect(last()).toMatchObject([{ likes: 3, liked: true }]));
    await respond();
    await sent;
    await waitFor(() => expect(last()).toMatchObject([{ likes: 7, liked: true }]));
  });

  it('is taken back where the server refuses it', async () => {
    like(problem(503, 'UNAVAILABLE', 'In a minute.'));
    cacheWorks(client, 'near', [work]);
    watch('near');
    const sent = setLike(client, 'd1', true);
    const refused = expect(sent).rejects.toThrow();
    await waitFor(() => expect(last()).toMatchObject([{ likes: 3 }]));
    await respond();
    await refused;
    await waitFor(() => expect(last()).toMatchObject([{ likes: 2, liked: false }]));
  });

  it('of a work that is not in the cache waits for the server', async () => {
    like({ id: 'd1', likes: 7, liked: true });
    const sent = setLike(client, 'd1', true);
    await respond();
    await expect(sent).resolves.toBeUndefined();
  });
});
