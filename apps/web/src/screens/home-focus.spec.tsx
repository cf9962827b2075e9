import '../test/without-map';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { guestServer, HERE, openHome, playerServer, prepareHome, theMap, work } from '../test/home';

prepareHome();

/** Two works so close that they stand under one marker from afar, and apart at zoom 19. */
const neighbours = [work, { ...work, id: 'd2', title: 'Heron', name: 'Heron', longitude: HERE.lng + 0.0003 }];

describe('the focus on the map home', () => {
  it('goes back to the marker when its card closes, by the button and by Escape', async () => {
    guestServer();
    const { user } = openHome();
    await theMap();
    const marker = await screen.findByTitle('Fox on a shutter');
    for (const close of ['button', 'escape']) {
      marker.focus();
      await user.keyboard('{Enter}');
      const card = await screen.findByRole('region', { name: 'Fox on a shutter' });
      await waitFor(() => expect(within(card).getByRole('heading')).toHaveFocus());
      if (close === 'button') await user.click(within(card).getByRole('button', { name: 'Close' }));
      else await user.keyboard('{Escape}');
      await waitFor(() => expect(marker).toHaveFocus());
    }
  });

  it('is on the card after a choice from the list, and on its marker when the card closes', async () => {
    guestServer();
    const { user } = openHome();
    await theMap();
    await user.click(await screen.findByRole('button', { name: 'Nearby' }));
    const sheet = await screen.findByRole('dialog', { name: 'Around here' });
    await user.click(await within(sheet).findByRole('button', { name: /Fox on a shutter/ }));
    const card = await screen.findByRole('region', { name: 'Fox on a shutter' });
    await waitFor(() => expect(within(card).getByRole('heading')).toHaveFocus());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(card).getByRole('heading')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByTitle('Fox on a shutter')).toHaveFocus());
  });

  it('moves to the nearest of the markers that a group opens into', async () => {
    guestServer({ 'GET /api/discoveries/nearby': neighbours, 'GET /api/legal-walls/nearby': [] });
    const { user } = openHome();
    const map = await theMap();
    map.moveTo(HERE, 15);
    const group = await screen.findByRole('button', { name: /2 works.*zoom in/ });
    group.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(group).not.toBeInTheDocument());
    expect(screen.getByTitle('Heron')).toBeInTheDocument();
    expect([screen.getByTitle('Fox on a shutter'), screen.getByTitle('Heron')]).toContain(document.activeElement);
  });

  it('is on the map while a place is picked, and on "Pick on map" afterwards', async () => {
    playerServer();
    const { user } = openHome();
    await screen.findByText('marker_jo');
    const map = await theMap();
    const opener = screen.getByRole('button', { name: 'Document art' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Pick on map' }));
    await waitFor(() => expect(screen.getByTestId('map').contains(document.activeElement)).toBe(true));
    expect(screen.getByText(/Press Enter to pick the middle/)).toBeInTheDocument();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Document Street Art' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Pick on map' })).toHaveFocus());
    expect(within(dialog).getByText('Chosen for this work')).toBeVisible();
    expect(map.center).toEqual(HERE);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Document art' })).toHaveFocus());
  });
});

it('names the choice of the role by the words that are seen', async () => {
  playerServer();
  const { user } = openHome();
  await screen.findByText('marker_jo');
  await user.click(screen.getByRole('button', { name: 'Document art' }));
  const dialog = await screen.findByRole('dialog', { name: 'Document Street Art' });
  const choice = within(dialog).getByRole('radiogroup', { name: 'Your role' });
  expect(within(choice).getByRole('radio', { name: /^Photographer/ })).toBeChecked();
  expect(within(dialog).getByRole('radiogroup', { name: 'Pin' })).toBeInTheDocument();
});
