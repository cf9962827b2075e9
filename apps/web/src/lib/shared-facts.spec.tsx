import '../test/without-map';
import { screen } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { player } from '../test/home';
import { artwork, openProfile } from '../test/profile';

const works = ['Fox', 'Heron'].map((title) => artwork(title, title, { thumbhash: 'AAAA', width: 8, height: 8 }));
const list = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });
const seen = { id: 'p1', username: 'marker_jo', profileImageUrl: null, bio: null, createdAt: null, discoveries: null, level: null, wallet: null };

it('what REST changes is read again by GraphQL: the order of a gallery on the public page', async () => {
  let order = works;
  const { user } = await openProfile({
    'query player': () => ({ ...seen, art: list(order), works: list([]) }),
    'query me': { id: 'p1', visibility: player.visibility },
    'GET /api/profile/art': () => order,
    'PUT /api/profile/art/order': ({ body }) => {
      order = (body as { ids: string[] }).ids.map((id) => works.find((work) => work.id === id)!);
      return null;
    },
  });
  const titlesOnPublicPage = async () => {
    await user.click(await screen.findByText('What others see', { selector: 'summary *' }));
    await user.click(await screen.findByRole('link', { name: 'See your public page' }));
    await screen.findByRole('link', { name: 'Go to your profile' });
    return screen.getAllByRole('button', { name: /^View / }).map((button) => button.getAttribute('aria-label'));
  };
  expect(await titlesOnPublicPage()).toEqual(['View Fox', 'View Heron']);
  await user.click(screen.getByRole('link', { name: 'Go to your profile' }));
  await user.click(await screen.findByRole('button', { name: 'Move later: Fox' }));
  expect(await titlesOnPublicPage()).toEqual(['View Heron', 'View Fox']);
});
