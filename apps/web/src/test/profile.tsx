import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from '@jest/globals';
import { Router } from '../app/router';
import { FakeXhr } from './fake-xhr';
import { player } from './home';
import { renderAt } from './render';
import { serve } from './server';

type Responses = Parameters<typeof serve>[0];

export const ADDRESS = 'http://localhost:8080/api/uploads/u1?token=t';
export const UPLOADED = {
  uploadURL: ADDRESS,
  imageUrl: '/objects/u1',
  thumbhash: null,
  width: 800,
  height: 800,
  suggestion: null,
};

export const achievements = [
  {
    id: 'first-discovery',
    name: 'First Discovery',
    description: 'Put your first work on the map',
    earned: true,
    progress: 1,
    goal: 1,
  },
  {
    id: 'pin-dropper',
    name: 'Pin Dropper',
    description: 'Use all five pin types',
    earned: false,
    progress: 3,
    goal: 5,
  },
  {
    id: 'social-explorer',
    name: 'Social Explorer',
    description: 'Give ten likes, posts or replies',
    earned: false,
    progress: 0,
    goal: 10,
  },
];

export const artwork = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  description: null,
  artType: 'sketch',
  imageUrl: `/objects/${id}`,
  thumbhash: null,
  views: 3,
  createdAt: '2026-02-03T10:00:00.000Z',
  ...more,
});

/** The profile of `test/home`'s player on a fake gateway; returns the recorded calls. */
export async function openProfile(more: Responses = {}) {
  const calls = serve({
    'GET /api/auth/user': player,
    'GET /config.json': {},
    'GET /api/discoveries/user': [],
    'GET /api/profile/achievements': achievements,
    'GET /api/profile/art': [],
    'query orders': { nodes: [], edges: [], pageInfo: { hasNextPage: false, endCursor: null } },
    'POST /api/objects/upload': { uploadURL: ADDRESS },
    ...more,
  });
  const stage = renderAt('/profile', <Router />);
  await screen.findByRole('region', { name: 'About you' });
  return {
    ...stage,
    calls,
    to: (call: string) => calls.filter(({ method, path, operation = `${method} ${path}` }) => operation === call),
  };
}

/** In the open upload dialog: the file is chosen and sent, and `respond` is the media service. */
export async function sendFile(user: UserEvent, dialogName: string, respond: (xhr: FakeXhr) => void) {
  const xhrs = FakeXhr.install();
  const dialog = await screen.findByRole('dialog', { name: dialogName });
  await user.upload(dialog.querySelector('input')!, new File(['x'], 'me.png', { type: 'image/png' }));
  await user.click(within(dialog).getByRole('button', { name: 'Start Upload' }));
  await waitFor(() => expect(xhrs).toHaveLength(1));
  respond(xhrs[0]!);
  return dialog;
}

/** The same to the end: "Complete Upload" passes the picture on. */
export async function completeUpload(user: UserEvent, dialogName: string) {
  const dialog = await sendFile(user, dialogName, (xhr) => xhr.respond(200, UPLOADED));
  const complete = within(dialog).getByRole('button', { name: 'Complete Upload' });
  await waitFor(() => expect(complete).toBeEnabled());
  await user.click(complete);
}

export const fileOf = (bytes: number) => {
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

export const isDestructive = (text: string) =>
  expect(screen.getByText(text).closest('[data-variant]')).toHaveAttribute('data-variant', 'destructive');
