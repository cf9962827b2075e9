import { waitFor } from '@testing-library/react';
import { RequestClient } from '@uppy/core/companion-client';
import { describe, expect, it, jest } from '@jest/globals';
import { FakeXhr } from '../../test/fake-xhr';
import { serve } from '../../test/server';
import { createUploader } from './create-uploader';
import { MAX_PARTS, MIN_PART_BYTES, partBytes } from './limits';
import { createStorageUploader } from './storage-uploader';
import { stubGlobal } from '../../test/stub-global';

const MB = 1024 * 1024;

function sized(bytes: number): File {
  const file = new File(['x'], 'wall.jpg', { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

describe('a lost connection', () => {
  async function startUpload() {
    jest.useFakeTimers();
    serve({ 'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/1' } });
    const xhrs = FakeXhr.install();
    const uppy = createUploader({ purpose: 'discovery' });
    uppy.addFile({ name: 'a.png', type: 'image/png', data: new File(['x'], 'a.png', { type: 'image/png' }) });
    const result = uppy.upload();
    while (xhrs.length === 0) await jest.advanceTimersByTimeAsync(10);
    return { xhrs, result };
  }

  it('is tried again after 0, 1000, 3000 and 5000 ms, the last delay repeating [UPL-14]', async () => {
    const { xhrs, result } = await startUpload();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const started = Date.now();
      xhrs.at(-1)!.breakOff();
      while (xhrs.length === attempt) await jest.advanceTimersByTimeAsync(10);
      waits.push(Math.floor((Date.now() - started) / 500) * 500);
    }
    expect(waits).toEqual([0, 1000, 3000, 5000, 5000, 5000]);
    xhrs.at(-1)!.respond(200, { imageUrl: '/objects/1' });
    expect((await result)!.successful![0]!.response!.body).toEqual({ imageUrl: '/objects/1' });
    jest.useRealTimers();
  });

  it('is given up after 10 retries [UPL-15]', async () => {
    const { xhrs, result } = await startUpload();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      xhrs.at(-1)!.breakOff();
      await jest.advanceTimersByTimeAsync(6000);
    }
    expect((await result)!.failed![0]!.error).toBe('The connection was lost.');
    expect(xhrs).toHaveLength(11);
    jest.useRealTimers();
  });
});

describe('object storage', () => {
  async function firstRequest(file: File) {
    serve({});
    FakeXhr.install();
    const signRequest = jest.fn(async () => ({ url: 'https://store.example/x' }));
    const uppy = createStorageUploader('artwork', signRequest);
    uppy.addFile({ name: file.name, type: file.type, data: file });
    void uppy.upload().catch(() => undefined);
    await waitFor(() => expect(signRequest).toHaveBeenCalled());
    uppy.destroy();
    return signRequest.mock.calls[0]! as unknown as [{ method: string; key: string }];
  }

  it('a file above 100 MB begins a multipart upload [UPL-08 UPL-10]', async () => {
    expect((await firstRequest(sized(100 * MB + 1)))[0]).toMatchObject({ method: 'POST' });
  });

  it('a file of 100 MB goes in one PUT [UPL-10]', async () => {
    expect((await firstRequest(sized(100 * MB)))[0]).toMatchObject({ method: 'PUT' });
  });

  it('a part has at least 5 MB [UPL-12]', () => {
    expect(MIN_PART_BYTES).toBe(5242880);
    expect(partBytes(101 * MB)).toBe(5242880);
  });

  it('there are at most 10000 parts [UPL-11]', () => {
    const huge = 5 * MB * MAX_PARTS + 1;
    expect(MAX_PARTS).toBe(10_000);
    expect(Math.ceil(huge / partBytes(huge))).toBeLessThanOrEqual(MAX_PARTS);
  });
});

it('our own flow asks for an address and sends the file there, with no call of an upload server [UPL-09]', async () => {
  const calls = serve({ 'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/1' } });
  const xhrs = FakeXhr.install();
  const uppy = createUploader({ purpose: 'discovery' });
  uppy.addFile({ name: 'a.png', type: 'image/png', data: new File(['x'], 'a.png', { type: 'image/png' }) });
  const upload = uppy.upload();
  await waitFor(() => expect(xhrs).toHaveLength(1));
  xhrs[0]!.respond(200, {});
  await upload;
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/objects/upload']);
  expect(FakeXhr.others).toEqual(['POST http://localhost:8080/api/uploads/1']);
  expect(xhrs.map(({ method, url }) => `${method} ${url}`)).toEqual(['PATCH http://localhost:8080/api/uploads/1']);
});

it('at most 6 requests run at a time [UPL-13]', async () => {
  serve({ 'POST /api/objects/upload': { uploadURL: 'http://localhost:8080/api/uploads/1' } });
  const xhrs = FakeXhr.install();
  const uppy = createUploader({ purpose: 'discovery' });
  uppy.setOptions({ restrictions: { maxNumberOfFiles: 20 } });
  for (let index = 0; index < 9; index += 1) {
    uppy.addFile({
      name: `${index}.png`,
      type: 'image/png',
      data: new File([`${index}`], `${index}.png`, { type: 'image/png' }),
    });
  }
  const upload = uppy.upload();
  await waitFor(() => expect(xhrs).toHaveLength(6));
  for (let index = 0; index < 9; index += 1) {
    await waitFor(() => expect(xhrs.length).toBeGreaterThan(index));
    expect(xhrs.length - index).toBeLessThanOrEqual(6);
    xhrs[index]!.respond(200, {});
  }
  expect((await upload)!.successful).toHaveLength(9);
});

describe('a companion server', () => {
  it('is given up after 5 minutes without a word from its socket [UPL-16]', async () => {
    jest.useFakeTimers();
    class SilentSocket extends EventTarget {
      send() {}
      close() {}
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new Event('open')), 0);
      }
    }
    stubGlobal('WebSocket', SilentSocket);
    const uppy = createStorageUploader('artwork', async () => ({ url: 'https://store.example/x' }));
    const remote = {
      companionUrl: 'https://companion.example',
      url: 'x',
      body: {},
      provider: 'drive',
      requestClientId: 'drive',
    };
    uppy.registerRequestClient('drive', new RequestClient(uppy, { ...remote, companionHeaders: {} }));
    const id = uppy.addFile({ name: 'a.png', type: 'image/png', data: { size: 10 }, isRemote: true, remote } as never);
    uppy.setFileState(id, { serverToken: 'token' });
    const token = () => (uppy.getFile(id) as { serverToken?: string | null }).serverToken;
    serve({});
    void uppy.upload().catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5 * 60_000 - 1000);
    expect(token()).toBe('token');
    await jest.advanceTimersByTimeAsync(2000);
    expect(token()).toBeNull();
    uppy.destroy();
    jest.useRealTimers();
  });
});
