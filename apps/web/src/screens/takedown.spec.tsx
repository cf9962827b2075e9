import { screen } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import TakedownScreen from './takedown';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

it('an artist without an account asks for a work or a picture to be taken down, and reads that it was sent', async () => {
  let isRefused = true;
  const calls = serve({
    'mutation requestTakedown': () => (isRefused ? problem(429, 'RATE_LIMITED', 'Please wait a little.') : true),
  });
  const { user } = renderAt(
    '/takedown',
    <TooltipProvider>
      <TakedownScreen />
    </TooltipProvider>,
  );
  await user.type(screen.getByLabelText(/^Link/), 'my wall');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  for (const text of [
    'Please paste the link of a work or a picture.',
    'Please enter your e-mail address.',
    'Please say why it is yours.',
  ])
    expect(await screen.findByText(text)).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.clear(screen.getByLabelText(/^Link/));
  await user.type(screen.getByLabelText(/^Link/), `https://sprayhunt.example/d/${ID}?x=1`);
  await user.type(screen.getByLabelText(/^E-mail/), 'artist@example.org');
  await user.type(screen.getByLabelText(/^Why is it yours/), 'My mural.');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a little.');
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Moderators will look at it and write to artist@example.org.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Request sent' })).toHaveFocus();
  expect(calls.at(-1)!.body).toEqual({
    input: { subject: { kind: 'work', id: ID }, contact: 'artist@example.org', note: 'My mural.' },
  });
  await user.click(screen.getByRole('button', { name: 'Send another request' }));
  await user.type(screen.getByLabelText(/^Link/), `/objects/${ID}/large`);
  await user.type(screen.getByLabelText(/^E-mail/), 'artist@example.org');
  await user.type(screen.getByLabelText(/^Why is it yours/), 'My photo.');
  await user.click(screen.getByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('Request sent')).toBeVisible();
  expect(calls.at(-1)!.body).toMatchObject({ input: { subject: { kind: 'picture', id: ID } } });
});
