import '../../test/without-map';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { openProfile } from '../../test/profile';
import { problem } from '../../test/server';

const app = (id: string, name: string, facts: object = {}) => ({
  __typename: 'AppAccess',
  id,
  name,
  website: null,
  owner: 'ann',
  scopes: ['discoveries:write', 'offline_access'],
  agreedAt: '2026-03-15T12:00:00.000Z',
  lastUsedAt: null,
  ...facts,
});

/** The opened row on a server that keeps these apps. */
async function open(
  kept = [app('one', 'Wall app', { lastUsedAt: '2026-11-02T12:00:00.000Z' }), app('two', 'Other app')],
  more: Parameters<typeof openProfile>[0] = {},
) {
  let apps = kept;
  const stage = await openProfile({
    'query myApps': () => apps,
    'mutation revokeApp': () => {
      apps = apps.filter(({ id }) => id !== 'one');
      return true;
    },
    ...more,
  });
  await stage.user.click(screen.getByText('Apps with access', { selector: 'summary *' }));
  return stage;
}
const item = async (name: string) => (await screen.findByText(name, { selector: 'p' })).closest('li')!;

describe('apps with access in the profile', () => {
  it('say what they may do, since when, and when they did', async () => {
    await open();
    expect(await item('Wall app')).toHaveTextContent(
      /By annDocument works as you.*Since Mar 15, 2026Last used Nov 2, 2026/,
    );
    expect(await item('Other app')).toHaveTextContent('Never used');
  });

  it('one is removed after a question', async () => {
    const { user, to } = await open();
    await user.click(within(await item('Wall app')).getByRole('button', { name: 'Remove Wall app' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Wall app?' });
    expect(to('mutation revokeApp')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('App Removed')).toBeVisible();
    expect(to('mutation revokeApp')[0]!.body).toEqual({ id: 'one' });
    expect(screen.queryByText('Wall app', { selector: 'p' })).toBeNull();
    expect(await item('Other app')).toBeVisible();
  });

  it('a failure is shown in the dialog, which stays open', async () => {
    const { user } = await open(undefined, { 'mutation revokeApp': problem(503, 'UNAVAILABLE', 'Back in a minute.') });
    await user.click(within(await item('Wall app')).getByRole('button'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Back in a minute.');
  });

  it('says where there are none, and where they cannot be read', async () => {
    await open([]);
    expect(await screen.findByText('No app may act in your name.')).toBeVisible();
  });

  it('says when they cannot be read', async () => {
    await open([], { 'query myApps': problem(503, 'UNAVAILABLE', 'Back in a minute.') });
    expect(await screen.findByText('Your apps could not be loaded')).toBeVisible();
  });
});
