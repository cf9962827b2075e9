import '../../test/without-map';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem } from '../../test/server';

/** The profile with the row opened, on a server that keeps what is shown. */
async function open(responses: Parameters<typeof openProfile>[0] = {}) {
  let visibility = player.visibility;
  const stage = await openProfile({
    'query me': () => ({ id: 'p1', visibility }),
    'mutation setVisibility': ({ body }) =>
      (visibility = { ...visibility, ...(body as { input: Partial<typeof visibility> }).input }),
    ...responses,
  });
  await stage.user.click(screen.getByText('What others see', { selector: 'summary *' }));
  return stage;
}

const part = (name: string) => screen.findByRole('switch', { name });

describe('what others see', () => {
  it('is everything but the wallet at first, and each part is switched by itself', async () => {
    const { user, calls } = await open();
    const all = await screen.findAllByRole<HTMLInputElement>('switch');
    expect(all.map((each) => [each.labels![0]!.textContent, each.checked])).toEqual([
      ['Picture', true],
      ['Bio', true],
      ['Level and discoveries', true],
      ['When you joined', true],
      ['Art gallery', true],
      ['Linked wallet', false],
    ]);
    await user.click(await part('Art gallery'));
    await user.click(await part('Linked wallet'));
    expect(await part('Art gallery')).not.toBeChecked();
    expect(await part('Linked wallet')).toBeChecked();
    await waitFor(() =>
      expect(calls.filter(({ operation }) => operation === 'mutation setVisibility').map(({ body }) => body)).toEqual([
        { input: { gallery: false } },
        { input: { wallet: true } },
      ]),
    );
    expect(await part('Art gallery')).not.toBeChecked();
    expect(await part('Linked wallet')).toBeChecked();
  });

  it('only a switch that could not be saved is switched back', async () => {
    const { user } = await open({
      'mutation setVisibility': ({ body }) =>
        'bio' in (body as { input: object }).input
          ? problem(503, 'UNAVAILABLE', 'Back in a minute.')
          : { ...player.visibility, picture: false },
    });
    await user.click(await part('Picture'));
    await user.click(await part('Bio'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
    expect(await part('Bio')).toBeChecked();
    expect(await part('Picture')).not.toBeChecked();
  });

  it('leads to the public page, which is read again after a change', async () => {
    const seen = {
      id: 'p1',
      username: 'marker_jo',
      profileImageUrl: null,
      bio: 'Walls.' as string | null,
      createdAt: null,
      discoveries: null,
      level: null,
      wallet: null,
      art: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
    };
    let bio = seen.bio;
    const { user, path } = await open({
      'query player': () => ({ ...seen, bio }),
      'mutation setVisibility': () => {
        bio = null;
        return { ...player.visibility, bio: false };
      },
    });
    const toPage = async () => user.click(await screen.findByRole('link', { name: 'See your public page' }));
    await toPage();
    expect(path()).toBe('/players/marker_jo');
    expect(await screen.findByText('Walls.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to your profile' }));
    await user.click(await screen.findByText('What others see', { selector: 'summary *' }));
    await user.click(await part('Bio'));
    await waitFor(async () => expect(await part('Bio')).not.toBeChecked());
    await toPage();
    await waitFor(() => expect(screen.queryByText('Walls.')).toBeNull());
  });

  it('of a pending player is a page that is not there yet', async () => {
    await open({ 'GET /api/auth/user': { ...player, status: 'pending' } });
    expect(await part('Bio')).toBeChecked();
    expect(screen.queryByRole('link', { name: 'See your public page' })).toBeNull();
  });
});
