import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../app/router';
import { browser } from '../../lib/browser';
import { player, work } from '../../test/home';
import {
  achievements,
  ADDRESS,
  completeUpload,
  fileOf,
  isDestructive,
  openProfile,
  sendFile,
} from '../../test/profile';
import { renderAt } from '../../test/render';
import { problem, serve, signedOut } from '../../test/server';
import { drawings } from './achievement-drawings';
import { knownAchievements } from './known-achievements';

const about = () => within(screen.getByRole('region', { name: 'About you' }));
const stat = (name: string) => about().getByText(name, { selector: 'dt' }).parentElement!;

describe('profile', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('leads back to the start and to sign out [PROF-01 PROF-02 PROF-03]', async () => {
    const { path } = await openProfile();
    expect(path()).toBe('/profile');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
  });

  it('shows the picture, the username and the month of joining [PROF-04 PROF-06 PROF-08]', async () => {
    await openProfile({
      'GET /api/auth/user': { ...player, profileImageUrl: '/objects/me', createdAt: '2026-03-15T12:00:00.000Z' },
    });
    expect(screen.getByRole('img', { name: 'The picture of marker_jo' })).toHaveAttribute('src', '/objects/me');
    expect(screen.getByRole('heading', { level: 1, name: 'marker_jo' })).toBeVisible();
    expect(screen.getByText('Joined March 2026')).toBeVisible();
  });

  it('shows the discoveries, the level and the tokens [PROF-10 PROF-11 PROF-12]', async () => {
    await openProfile({ 'GET /api/auth/user': { ...player, tokens: 1350 } });
    expect(stat('Discoveries')).toHaveTextContent('7');
    expect(stat('Level')).toHaveTextContent('2');
    expect(stat('Tokens')).toHaveTextContent('1,350');
  });

  it('the spray cap shows the progress to the next level', async () => {
    await openProfile();
    expect(screen.getByRole('img', { name: 'Level 2, 45 XP to level 3' })).toBeVisible();
  });

  it('has fallbacks for a player of whom little is known [PROF-07 PROF-09 PROF-11]', async () => {
    await openProfile({ 'GET /api/auth/user': { ...player, username: null, createdAt: null, level: undefined } });
    expect(screen.getByRole('heading', { level: 1, name: 'Street Artist' })).toBeVisible();
    expect(screen.getByText('Joined Recently')).toBeVisible();
    expect(stat('Level')).toHaveTextContent('1');
  });

  it('shows a notice to the owner of a username of former rules', async () => {
    await openProfile({ 'GET /api/auth/user': { ...player, usernameNotice: 'It no longer fits.' } });
    expect(about().getByText(/^Your username does not follow the current rules/)).toBeVisible();
  });

  it('asks for nothing of the profile without a user [REST-27 REST-29 PERM-03]', async () => {
    const redirect = jest.spyOn(browser, 'redirect').mockReturnValue();
    const calls = serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {} });
    renderAt('/profile', <Router />);
    await waitFor(() => expect(redirect).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
    expect(calls.map(({ path }) => path).filter((path) => /discoveries|profile/.test(path))).toEqual([]);
  });
});

describe('profile picture', () => {
  const openDialog = async (more: Parameters<typeof openProfile>[0] = {}) => {
    const stage = await openProfile(more);
    await stage.user.click(screen.getByRole('button', { name: 'Edit profile picture' }));
    await screen.findByRole('dialog', { name: 'Profile picture' });
    await stage.user.click(screen.getByRole('button', { name: 'Choose a picture' }));
    return stage;
  };

  async function change() {
    let picture: string | null = null;
    const stage = await openDialog({
      'GET /api/auth/user': () => ({ ...player, profileImageUrl: picture }),
      'PUT /api/profile/picture': () => {
        picture = '/objects/u1';
        return { message: 'Profile picture updated successfully!' };
      },
    });
    await completeUpload(stage.user, 'Upload Avatar');
    return stage;
  }

  it('is changed by a dialog, which confirms it and closes [PROF-05 PROF-23 PROF-26]', async () => {
    const stage = await change();
    expect(await screen.findByText('Profile picture updated successfully!')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    expect(stage.to('PUT /api/profile/picture').map(({ body }) => body)).toEqual([{ imageUrl: ADDRESS }]);
    expect(stage.to('POST /api/objects/upload')[0]!.query).toEqual({ purpose: 'avatar' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is shown once it has changed, as the player is read again [REST-33]', async () => {
    const stage = await change();
    expect(await screen.findByRole('img', { name: 'The picture of marker_jo' })).toHaveAttribute('src', '/objects/u1');
    expect(stage.to('GET /api/auth/user')).toHaveLength(2);
  });

  it('says when it could not be saved, and stays open for another try [PROF-24]', async () => {
    let isDown = true;
    const stage = await openDialog({
      'PUT /api/profile/picture': () => (isDown ? problem(503, 'UNAVAILABLE', 'Unavailable.') : { message: 'ok' }),
    });
    await completeUpload(stage.user, 'Upload Avatar');
    expect(await screen.findByText('Failed to update profile picture')).toBeVisible();
    isDestructive('Error');
    isDown = false;
    await stage.user.click(
      within(screen.getByRole('dialog', { name: 'Profile picture' })).getByRole('button', { name: 'Save picture' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stage.to('PUT /api/profile/picture')).toHaveLength(2);
  });

  it('says when the upload failed [PROF-25]', async () => {
    const stage = await openDialog();
    await sendFile(stage.user, 'Upload Avatar', (xhr) => xhr.respond(415, { detail: 'This is no picture.' }));
    expect(await screen.findByText('Failed to upload profile picture. Please try again.')).toBeVisible();
    isDestructive('Upload Failed');
    expect(stage.to('PUT /api/profile/picture')).toEqual([]);
  });

  it('is one file of at most 5242880 bytes [PROF-21 PROF-22]', async () => {
    const stage = await openDialog();
    const dialog = await screen.findByRole('dialog', { name: 'Upload Avatar' });
    const input = dialog.querySelector('input')!;
    expect(input).not.toHaveAttribute('multiple');
    await stage.user.upload(input, fileOf(5_242_881));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('larger than 5 MB');
    expect(within(dialog).queryByRole('button', { name: 'Start Upload' })).toBeNull();
    await stage.user.upload(dialog.querySelector('input')!, fileOf(5_242_880));
    expect(await within(dialog).findByRole('button', { name: 'Start Upload' })).toBeEnabled();
  });
});

describe('recent discoveries', () => {
  const section = () => within(screen.getByRole('region', { name: 'Recent Discoveries' }));

  it('shows the first five, each with +15 XP and the way to it [PROF-13 PROF-14 REST-31]', async () => {
    const list = Array.from({ length: 7 }, (_, n) => ({ ...work, id: `d${n}`, title: `Work ${n}` }));
    const stage = await openProfile({ 'GET /api/discoveries/user': list });
    const rows = await section().findAllByRole('listitem');
    expect(rows.map((row) => within(row).getByText(/^Work/).textContent)).toEqual([
      'Work 0',
      'Work 1',
      'Work 2',
      'Work 3',
      'Work 4',
    ]);
    for (const row of rows) expect(row).toHaveTextContent('+15 XP');
    expect(within(rows[2]!).getByRole('link')).toHaveAttribute('href', '/d/d2');
    expect(stage.to('GET /api/discoveries/user')).toHaveLength(1);
  });

  it('invites to the map where there are none [PROF-13]', async () => {
    await openProfile();
    expect(await section().findByRole('link', { name: 'Explore the map' })).toHaveAttribute('href', '/home');
  });

  it('says when they cannot be read, and tries again [PROF-13]', async () => {
    let isDown = true;
    const stage = await openProfile({
      'GET /api/discoveries/user': () => (isDown ? problem(503, 'UNAVAILABLE', 'Back in a minute.') : [work]),
    });
    expect(await section().findByRole('alert')).toHaveTextContent('Back in a minute.');
    isDown = false;
    await stage.user.click(section().getByRole('button', { name: 'Try again' }));
    expect(await section().findByText(work.name!)).toBeVisible();
  });
});

describe('achievements', () => {
  const section = () => within(screen.getByRole('region', { name: 'Achievements' }));
  const tile = async (name: string) => (await section().findByText(name)).closest('li')!;

  it('shows First Discovery as earned, the others dimmed with their progress [PROF-16 PROF-18 PROF-19]', async () => {
    await openProfile();
    expect(await tile('First Discovery')).toHaveAttribute('data-earned', 'true');
    expect(await tile('Pin Dropper')).toHaveAttribute('data-earned', 'false');
    expect(await tile('Pin Dropper')).toHaveTextContent('3 of 5');
    expect(await tile('Social Explorer')).toHaveAttribute('data-earned', 'false');
    expect(await tile('Social Explorer')).toHaveTextContent('0 of 10');
  });

  it('First Discovery is dimmed without discoveries [PROF-17]', async () => {
    await openProfile({ 'GET /api/auth/user': { ...player, discoveries: 0 } });
    expect(await tile('First Discovery')).toHaveAttribute('data-earned', 'false');
  });

  it('Pin Dropper and Social Explorer light up when they are earned [PROF-18 PROF-19]', async () => {
    await openProfile({
      'GET /api/profile/achievements': achievements.map((each) => ({ ...each, earned: true, progress: each.goal })),
    });
    expect(await tile('Pin Dropper')).toHaveAttribute('data-earned', 'true');
    expect(await tile('Social Explorer')).toHaveTextContent('Earned');
  });

  it('each has words and a drawing of its own', () => {
    expect(Object.keys(drawings)).toEqual(Object.keys(knownAchievements));
    expect(new Set(Object.values(drawings).map((each) => each!.stencil + each!.accent)).size).toBe(13);
  });

  it('says when they cannot be read', async () => {
    await openProfile({ 'GET /api/profile/achievements': () => problem(503, 'UNAVAILABLE', 'Back in a minute.') });
    expect(await section().findByRole('alert')).toHaveTextContent('Back in a minute.');
  });
});
