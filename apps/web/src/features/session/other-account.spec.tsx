import { useQuery as useGraph } from '@apollo/client/react';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { FinderOfWorkDocument } from '../../api/graph/works/finder';
import { VerifyContactForm } from './verify-contact-card';
import { useUser } from './use-user';
import { nodeOf, player, work } from '../../test/home';
import { renderAt } from '../../test/render';
import { serve } from '../../test/server';
import { GraphProvider } from '../../api/graph-client';

function Own() {
  const { user } = useUser();
  const rest = useQuery<{ name: string }[]>({ queryKey: ['/api/discoveries/user'] });
  const { data } = useGraph(FinderOfWorkDocument, { variables: { id: 'd1' } });
  return (
    <>
      <p>user {user?.id}</p>
      <p>rest {rest.data?.[0]?.name}</p>
      <p>graph {data?.discovery?.finder?.username}</p>
      <VerifyContactForm contactHint="••1234" />
    </>
  );
}

it('a code that leads into another account shows nothing of the former one', async () => {
  let account = 'pending-one';
  serve({
    'GET /api/auth/user': () => ({
      ...player,
      id: account,
      status: account === 'pending-one' ? 'pending' : 'verified',
    }),
    'GET /api/discoveries/user': () => [{ name: account }],
    'query discovery': () => ({ ...nodeOf(work), finder: { id: account, username: account }, app: null }),
    'POST /api/verify-contact': () => {
      account = 'known-one';
      return null;
    },
  });
  const { user } = renderAt(
    '/',
    <GraphProvider>
      <Own />
    </GraphProvider>,
  );
  for (const kind of ['user', 'rest', 'graph']) expect(await screen.findByText(`${kind} pending-one`)).toBeVisible();
  await user.type(screen.getByLabelText(/^Code/), '123456');
  for (const kind of ['user', 'rest', 'graph']) expect(await screen.findByText(`${kind} known-one`)).toBeVisible();
});

it('another account that signs in elsewhere in this browser is noticed with the next read', async () => {
  let account = 'one';
  serve({
    'GET /api/auth/user': () => ({ ...player, id: account }),
    'GET /api/discoveries/user': () => [{ name: account }],
    'query discovery': () => ({ ...nodeOf(work), finder: { id: account, username: account }, app: null }),
  });
  const { client } = renderAt(
    '/',
    <GraphProvider>
      <Own />
    </GraphProvider>,
  );
  for (const kind of ['user', 'rest', 'graph']) expect(await screen.findByText(`${kind} one`)).toBeVisible();
  account = 'two';
  await client.invalidateQueries({ queryKey: ['/api/auth/user'] });
  for (const kind of ['user', 'rest', 'graph']) expect(await screen.findByText(`${kind} two`)).toBeVisible();
});
