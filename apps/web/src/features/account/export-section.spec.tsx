import '../../test/without-map';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { openProfile } from '../../test/profile';
import { problem, signedOut } from '../../test/server';
import { stubGlobal, unstubGlobals } from '../../test/stub-global';

/** What the browser was asked to save. */
let saved: { name: string; file: Blob }[];
beforeEach(() => {
  saved = [];
  let file: Blob;
  stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => ((file = blob), 'blob:1'),
      revokeObjectURL: () => undefined,
    }),
  );
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
});
afterEach(() => unstubGlobals());

const NAME = `attachment; filename="sprayhunt-marker_jo.json"; filename*=UTF-8''sprayhunt-marker%20jo-2026-11-21.json`;
const file = () => Response.json({ product: 'Sprayhunt' }, { headers: { 'content-disposition': NAME } });

async function open(response: Parameters<typeof openProfile>[0] = {}) {
  const stage = await openProfile(response);
  await stage.user.click(screen.getByText('Your data', { selector: 'summary *' }));
  return stage;
}
const button = () => screen.findByRole('button', { name: 'Download your data' });

describe('your data in the profile', () => {
  it('says what is in it, and saves it under the name that the server gives', async () => {
    let finish: (response: Response) => void = () => undefined;
    const { user, to } = await open({
      'GET /api/profile/export': () => new Promise<Response>((resolve) => (finish = resolve)),
    });
    expect(screen.getByText(/your discoveries, likes and gallery.*all your pictures/s)).toBeVisible();
    await user.click(await button());
    expect(await screen.findByRole('button', { name: 'Collecting your data...' })).toBeDisabled();
    expect(saved).toEqual([]);
    finish(file());
    expect(await screen.findByText('Your Data Has Been Downloaded')).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual(['sprayhunt-marker jo-2026-11-21.json']);
    expect(JSON.parse(await saved[0]!.file.text())).toEqual({ product: 'Sprayhunt' });
    expect(to('GET /api/profile/export')[0]!.credentials).toBe('include');
  });

  it('says why it failed, saves nothing, and can be tried again', async () => {
    let response = problem(
      503,
      'UNAVAILABLE',
      'This part of the service is temporarily unavailable. Please try again.',
    );
    const { user } = await open({ 'GET /api/profile/export': () => response });
    await user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('temporarily unavailable');
    expect(saved).toEqual([]);
    response = file();
    await user.click(await button());
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByText(/temporarily unavailable/)).toBeNull();
  });

  it('saves nothing of a download that breaks off', async () => {
    const half = () =>
      Object.assign(new Response('{'), {
        clone: () =>
          new Response(
            new ReadableStream({
              start: (stream) => (
                stream.enqueue(new TextEncoder().encode('{"profile":')),
                stream.error(new TypeError('network error'))
              ),
            }),
          ),
      });
    const { user } = await open({ 'GET /api/profile/export': half });
    await user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Your data could not be downloaded. Please try again.');
    expect(saved).toEqual([]);
  });

  it('leads to the sign-in screen when the session is gone', async () => {
    const gone = jest.spyOn(browser, 'redirect').mockReturnValue();
    const { user } = await open({ 'GET /api/profile/export': signedOut() });
    await user.click(await button());
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/api/login?returnTo=%2Fprofile'));
  });
});
