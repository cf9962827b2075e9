import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, jest } from '@jest/globals';
import { FakeXhr } from '../../test/fake-xhr';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import type { UploadedPicture, UploadPurpose } from './types';
import { UploadDialog } from './upload-dialog';

const ADDRESS = 'http://localhost:8080/api/uploads/7?token=t';
const READY = {
  uploadURL: ADDRESS,
  imageUrl: '/objects/7',
  width: 1600,
  height: 1200,
  thumbhash: 'abc',
  suggestion: { latitude: -28, longitude: 153, takenAt: null },
};

function open({
  purpose = 'discovery',
  requests = {},
}: { purpose?: UploadPurpose; requests?: Parameters<typeof serve>[0] } = {}) {
  const calls = serve({ 'POST /api/objects/upload': { uploadURL: ADDRESS }, ...requests });
  const xhrs = FakeXhr.install();
  const onComplete = jest.fn<(picture: UploadedPicture, file: File) => void>();
  const onError = jest.fn<(error: Error) => void>();
  const onKeep = jest.fn<(file: File) => void>();
  function Stage() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <p>{isOpen ? 'dialog open' : 'dialog closed'}</p>
        <UploadDialog
          purpose={purpose}
          open={isOpen}
          onOpenChange={setOpen}
          onComplete={onComplete}
          onError={onError}
          onKeep={onKeep}
        />
      </>
    );
  }
  return { calls, xhrs, onComplete, onError, onKeep, ...renderAt('/', <Stage />) };
}

const photo = (bytes = 2048, type = 'image/jpeg', name = 'wall.jpg') => {
  const file = new File(['x'.repeat(Math.min(bytes, 2048))], name, { type, lastModified: 1 });
  if (bytes > file.size) Object.defineProperty(file, 'size', { value: bytes });
  return file;
};
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
const status = () => document.querySelector('[data-status]')!.getAttribute('data-status');

async function startUpload(stage: ReturnType<typeof open>) {
  await stage.user.upload(chooser(), photo());
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(1));
  return stage.xhrs[0]!;
}

it('it waits with its texts and buttons [DOCM-24 DOCM-26 DOCM-27]', () => {
  open();
  expect(screen.getByText('Drop your graffiti photo here or click to browse')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel Upload' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Complete Upload' })).toBeDisabled();
  expect(status()).toBe('waiting');
});

it('reports the chosen file, and that there is none once the form has removed the dialog', async () => {
  const onChosen = jest.fn<(file: File | null) => void>();
  function Form() {
    const [isOpen, setOpen] = useState(true);
    return (
      isOpen && (
        <UploadDialog
          purpose="discovery"
          open
          onOpenChange={setOpen}
          onChosen={onChosen}
          onComplete={() => undefined}
        />
      )
    );
  }
  const { user } = renderAt('/', <Form />);
  const file = photo();
  await user.upload(chooser(), file);
  expect(onChosen).toHaveBeenLastCalledWith(file);
  await user.click(screen.getByRole('button', { name: 'Cancel Upload' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onChosen).toHaveBeenLastCalledWith(null);
});

it('nothing is sent before the start is pressed, then an address is asked for without a body [DOCM-32 REST-19 REST-21]', async () => {
  const stage = open();
  await stage.user.upload(chooser(), photo());
  expect(status()).toBe('waiting');
  expect(stage.calls).toHaveLength(0);
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(1));
  expect(stage.calls[0]).toMatchObject({
    method: 'POST',
    path: '/api/objects/upload',
    query: { purpose: 'discovery' },
    body: undefined,
  });
});

it('the file goes straight to the address; the successful entry tells where it is [UPL-06 UPL-07 DOCM-25]', async () => {
  const stage = open();
  const xhr = await startUpload(stage);
  expect(FakeXhr.others).toEqual([`POST ${ADDRESS}`]);
  expect(xhr).toMatchObject({
    method: 'PATCH',
    url: ADDRESS,
    headers: { 'upload-offset': '0', 'tus-resumable': '1.0.0' },
    withCredentials: false,
  });
  xhr.respond(200, READY);
  expect(await screen.findByText('Upload successful! Click "Complete Upload" to continue.')).toBeVisible();
  await stage.user.click(screen.getByRole('button', { name: 'Complete Upload' }));
  expect(stage.onComplete).toHaveBeenCalledWith(READY, expect.any(File));
  expect(screen.getByText('dialog closed')).toBeInTheDocument();
});

it('it goes through preprocessing, uploading, paused, postprocessing and complete [UPL-01]', async () => {
  let letAddressCome = () => {};
  const address = new Promise<object>((resolve) => {
    letAddressCome = () => resolve({ uploadURL: ADDRESS });
  });
  const stage = open({ requests: { 'POST /api/objects/upload': () => address } });
  await stage.user.upload(chooser(), photo());
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  expect(status()).toBe('preprocessing');
  letAddressCome();
  await waitFor(() => expect(status()).toBe('uploading'));
  await waitFor(() => expect(stage.xhrs).toHaveLength(1));
  stage.xhrs[0]!.sentAll();
  await waitFor(() => expect(status()).toBe('postprocessing'));
  stage.xhrs[0]!.respond(200, READY);
  await waitFor(() => expect(status()).toBe('complete'));
});

it('pause breaks the request off, resume goes on from what has arrived [UPL-02 UPL-03]', async () => {
  const stage = open();
  const first = await startUpload(stage);
  await stage.user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(first.isAborted).toBe(true);
  expect(status()).toBe('paused');
  FakeXhr.arrived = 1;
  await stage.user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(2));
  expect(status()).toBe('uploading');
  expect(FakeXhr.others).toEqual([`POST ${ADDRESS}`, `HEAD ${ADDRESS}`]);
  expect(stage.xhrs[1]!.headers['upload-offset']).toBe('1');
  stage.xhrs[1]!.respond(200, READY);
  await waitFor(() => expect(status()).toBe('complete'));
});

it('the same file goes on where it stopped after the page was loaded again', async () => {
  const before = open();
  await startUpload(before);
  // A reload says nothing to the server and leaves what is remembered.
  const kept = sessionStorage.getItem('upload-addresses')!;
  before.unmount();
  await waitFor(() => expect(FakeXhr.others).toContain(`DELETE ${ADDRESS}`));
  expect(sessionStorage.getItem('upload-addresses')).toBe('{}');
  sessionStorage.setItem('upload-addresses', kept);
  const stage = open();
  FakeXhr.arrived = 1;
  const again = await startUpload(stage);
  expect(stage.calls).toHaveLength(0);
  expect(FakeXhr.others).toEqual([`HEAD ${ADDRESS}`]);
  expect(again.headers['upload-offset']).toBe('1');
});

it('another file of the same name, size and time does not go on where the first one stopped', async () => {
  const before = open();
  await startUpload(before);
  const kept = sessionStorage.getItem('upload-addresses')!;
  before.unmount();
  await waitFor(() => expect(sessionStorage.getItem('upload-addresses')).toBe('{}'));
  sessionStorage.setItem('upload-addresses', kept);
  const stage = open();
  const [one, other] = [photo(), new File(['y'.repeat(2048)], 'wall.jpg', { type: 'image/jpeg', lastModified: 1 })];
  expect([other.name, other.size, other.lastModified]).toEqual([one.name, one.size, one.lastModified]);
  await stage.user.upload(chooser(), other);
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(1));
  expect(stage.calls).toHaveLength(1);
  expect(stage.xhrs[0]!.headers['upload-offset']).toBe('0');
});

it.each([403, 404, 410])('an upload that the server has removed (%i) begins again by itself, once', async (gone) => {
  const stage = open();
  (await startUpload(stage)).respond(gone, { detail: 'This upload has expired. Request a new one.' });
  await waitFor(() => expect(stage.xhrs).toHaveLength(2));
  expect(stage.calls).toHaveLength(2);
  expect(stage.xhrs[1]!.headers['upload-offset']).toBe('0');
  stage.xhrs[1]!.respond(gone, { detail: 'This upload has expired. Request a new one.' });
  expect(await screen.findByText('This upload has expired. Request a new one.')).toBeVisible();
  expect(stage.xhrs).toHaveLength(2);
});

it('Escape asks before it gives up a picture that is uploaded', async () => {
  const stage = open();
  (await startUpload(stage)).respond(200, READY);
  await waitFor(() => expect(status()).toBe('complete'));
  await stage.user.keyboard('{Escape}');
  await stage.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(status()).toBe('complete');
  await stage.user.keyboard('{Escape}');
  await stage.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.getByText('dialog closed')).toBeInTheDocument();
});

it('a lost response to a finished file is asked for again, without the file', async () => {
  const stage = open({ requests: { 'PUT /api/uploads/7': READY } });
  const xhr = await startUpload(stage);
  FakeXhr.arrived = FakeXhr.length;
  xhr.breakOff();
  await waitFor(() => expect(status()).toBe('complete'));
  expect(stage.calls.at(-1)).toMatchObject({ method: 'PUT', body: undefined });
  await stage.user.click(screen.getByRole('button', { name: 'Complete Upload' }));
  expect(stage.onComplete).toHaveBeenCalledWith(READY, expect.any(File));
  expect(sessionStorage.getItem('upload-addresses')).toBe('{}');
});

it("a refusal shows the server's sentence and a retry, which asks for a new address [UPL-01 UPL-04]", async () => {
  const stage = open();
  (await startUpload(stage)).respond(413, { detail: 'The picture is too large.' });
  expect(await screen.findByText('The picture is too large.')).toBeVisible();
  expect(status()).toBe('error');
  expect(stage.onError).toHaveBeenCalledTimes(1);
  await stage.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(2));
  expect(stage.calls).toHaveLength(2);
  stage.xhrs[1]!.respond(200, READY);
  await waitFor(() => expect(status()).toBe('complete'));
});

it('a server that gives no address can be asked again [UPL-04]', async () => {
  let refuse = true;
  const stage = open({
    requests: {
      'POST /api/objects/upload': () =>
        refuse ? problem(503, 'UNAVAILABLE', 'Come back in a minute.') : { uploadURL: ADDRESS },
    },
  });
  await stage.user.upload(chooser(), photo());
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  expect(await screen.findByText('Come back in a minute.')).toBeVisible();
  refuse = false;
  await stage.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(stage.xhrs).toHaveLength(1));
});

it('a picture can be kept for later where the server does not respond', async () => {
  const stage = open({
    requests: { 'POST /api/objects/upload': () => problem(503, 'UNAVAILABLE', 'Come back in a minute.') },
  });
  await stage.user.upload(chooser(), photo());
  await stage.user.click(screen.getByRole('button', { name: 'Start Upload' }));
  await stage.user.click(await screen.findByRole('button', { name: 'Keep for later' }));
  expect(stage.onKeep).toHaveBeenCalledTimes(1);
  expect(screen.getByText('dialog closed')).toBeInTheDocument();
});

it.each([413, 415, 422])(
  'a picture that was refused with %i is not kept for later, where it would be refused again',
  async (refused) => {
    const stage = open();
    (await startUpload(stage)).respond(refused, { detail: 'This picture is damaged.' });
    expect(await screen.findByText('This picture is damaged.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep for later' })).toBeNull();
  },
);

it('a picture that this browser cannot show, such as a HEIC, has its name in place of a broken preview', async () => {
  const stage = open();
  await stage.user.upload(chooser(), photo(2048, 'image/heic', 'wall.heic'));
  fireEvent.error(screen.getByRole('img', { name: 'What you chose' }));
  expect(screen.queryByRole('img', { name: 'What you chose' })).toBeNull();
  expect(screen.getByText('wall.heic')).toBeVisible();
});

it('it cannot be closed while uploading; Cancel Upload stops the upload [DOCM-28 UPL-05]', async () => {
  const stage = open();
  const xhr = await startUpload(stage);
  await stage.user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
  expect(screen.getByText('dialog open')).toBeInTheDocument();
  await stage.user.click(screen.getByRole('button', { name: 'Cancel Upload' }));
  expect(xhr.isAborted).toBe(true);
  expect(status()).toBe('waiting');
  await stage.user.click(screen.getByRole('button', { name: 'Cancel Upload' }));
  expect(screen.getByText('dialog closed')).toBeInTheDocument();
  expect(stage.onError).not.toHaveBeenCalled();
});

it.each([
  ['discovery', 10485760, 'DOCM-30'],
  ['avatar', 5242880, 'SIGN-07 CREATE-28'],
] as const)('%s pictures of %i bytes are taken, a byte more is not (%s)', async (purpose, bytes, _point) => {
  const stage = open({ purpose });
  await stage.user.upload(chooser(), photo(bytes + 1));
  expect(screen.getByRole('alert')).toHaveTextContent('larger than');
  expect(screen.queryByRole('button', { name: 'Start Upload' })).toBeNull();
  await stage.user.upload(chooser(), photo(bytes));
  expect(screen.getByRole('button', { name: 'Start Upload' })).toBeEnabled();
});

it('only image types are taken [DOCM-31]', async () => {
  const stage = open();
  await stage.user.setup({ applyAccept: false }).upload(chooser(), photo(10, 'application/pdf', 'wall.pdf'));
  expect(screen.getByRole('alert')).toHaveTextContent('Only pictures can be uploaded here.');
});

it('it takes one file [DOCM-29 SIGN-08 CREATE-29]', async () => {
  const stage = open();
  expect(chooser()).not.toHaveAttribute('multiple');
  await stage.user.upload(chooser(), photo());
  expect(chooser()).toBeNull();
});
