import '../../test/without-map';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { player } from '../../test/home';
import { openProfile } from '../../test/profile';
import { problem } from '../../test/server';

async function open(responses: Parameters<typeof openProfile>[0] = {}) {
  let { pinPreferences } = player;
  const stage = await openProfile({
    'GET /api/auth/user': () => ({ ...player, pinPreferences }),
    'mutation setPinPreferences': ({ body }) => (pinPreferences = (body as { input: typeof pinPreferences }).input),
    ...responses,
  });
  await stage.user.click(screen.getByText('Pin preferences', { selector: 'summary *' }));
  return stage;
}

const save = () => screen.findByRole('button', { name: 'Save pins' });

it('the pins of the player are chosen, each out of five, and saved', async () => {
  const { user, to } = await open();
  expect(await screen.findAllByRole('radio')).toHaveLength(30);
  expect(screen.getAllByRole('radio', { checked: true }).map((each) => (each as HTMLInputElement).value)).toEqual(
    Object.values(player.pinPreferences),
  );
  expect(await save()).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Stencils 🐀' }));
  await user.click(await save());
  expect(await screen.findByText('Pins Saved')).toBeVisible();
  expect(to('mutation setPinPreferences').map(({ body }) => body)).toEqual([
    { input: { ...player.pinPreferences, stencils: '🐀' } },
  ]);
  await waitFor(async () => expect(await save()).toBeDisabled());
  expect(screen.getByRole('radio', { name: 'Stencils 🐀' })).toBeChecked();
});

it('a choice that could not be saved stays and shows the error', async () => {
  const { user } = await open({ 'mutation setPinPreferences': problem(503, 'UNAVAILABLE', 'Back in a minute.') });
  await user.click(await screen.findByRole('radio', { name: 'Tags ⚡' }));
  await user.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Back in a minute.');
  expect(screen.getByRole('radio', { name: 'Tags ⚡' })).toBeChecked();
  expect(await save()).toBeEnabled();
});
