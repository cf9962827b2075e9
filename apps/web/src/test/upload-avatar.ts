import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from '@jest/globals';
import { FakeXhr } from './fake-xhr';

/** Picks a picture in the avatar's upload dialog and starts the upload; returns its requests. */
export async function chooseAvatar(
  user: UserEvent,
  file = new File(['x'], 'me.png', { type: 'image/png' }),
): Promise<FakeXhr[]> {
  const xhrs = FakeXhr.install();
  await user.click(screen.getByRole('button', { name: 'Upload Avatar' }));
  const dialog = await screen.findByRole('dialog');
  await user.upload(dialog.querySelector('input')!, file);
  await user.click(within(dialog).getByRole('button', { name: 'Start Upload' }));
  return xhrs;
}

/** The whole upload; `respond` is the media service. */
export async function uploadAvatar(user: UserEvent, respond: (xhr: FakeXhr) => void): Promise<void> {
  const xhrs = await chooseAvatar(user);
  await waitFor(() => expect(xhrs).toHaveLength(1));
  respond(xhrs[0]!);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Complete Upload' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Complete Upload' }));
}
