import { BasePlugin, EventManager, type PluginOpts, type Uppy } from '@uppy/core';
import { TaskQueue, type Body, type Meta, type UppyFile } from '@uppy/core/utils';
import { HttpError } from '../../lib/http';
import { MAX_CONCURRENT_REQUESTS } from './limits';
import { PauseGate, putFile } from './put-file';
import type { UploadedPicture } from './types';

export interface PictureBody extends Body {
  imageUrl?: string;
  thumbhash?: string | null;
  width?: number;
  height?: number;
  suggestion?: UploadedPicture['suggestion'];
}

type File = UppyFile<Meta, PictureBody>;

interface DirectPutOptions extends PluginOpts {
  /** Requests an upload address for one file. */
  requestAddress: (file: File, signal: AbortSignal) => Promise<string>;
}

/**
 * Uppy uploader for our own flow: request an address, then PUT the file to it.
 * Uppy's S3 uploader works the same way, but hides the response to the PUT, which holds the processed picture.
 */
export class DirectPut extends BasePlugin<DirectPutOptions, Meta, PictureBody> {
  #queue = new TaskQueue({ concurrency: MAX_CONCURRENT_REQUESTS });
  /** Addresses by file: a retry after a lost connection uses the same one. */
  #addresses = new Map<string, string>();

  constructor(uppy: Uppy<Meta, PictureBody>, options: DirectPutOptions) {
    super(uppy, options);
    this.type = 'uploader';
    this.id = 'DirectPut';
  }

  override install(): void {
    this.uppy.setState({ capabilities: { ...this.uppy.getState().capabilities, resumableUploads: true } });
    this.uppy.addUploader(this.#upload);
  }

  override uninstall(): void {
    this.uppy.removeUploader(this.#upload);
  }

  #upload = async (fileIds: string[]): Promise<void> => {
    const files = this.uppy.getFilesByIds(fileIds);
    this.uppy.emit('upload-start', files);
    await Promise.allSettled(files.map((file) => this.#queue.add(() => this.#send(file))));
  };

  async #send(file: File): Promise<void> {
    const events = new EventManager(this.uppy);
    const cancel = new AbortController();
    const gate = new PauseGate();
    const setPaused = (paused: boolean) => (paused ? gate.pause() : gate.resume());
    events.onFileRemove(file.id, () => cancel.abort());
    events.onCancelAll(file.id, () => cancel.abort());
    events.onFilePause(file.id, setPaused);
    events.onPauseAll(file.id, () => setPaused(true));
    events.onResumeAll(file.id, () => setPaused(false));
    try {
      const url = await this.#address(file, cancel.signal);
      const body = (await putFile({
        url,
        data: file.data as Blob,
        type: file.type,
        signal: cancel.signal,
        gate,
        onProgress: (bytesUploaded) => this.#progress(file, bytesUploaded),
        onSent: () => this.uppy.emit('postprocess-progress', this.#current(file), { mode: 'indeterminate', message: 'Developing the picture' }),
      })) as PictureBody;
      this.#addresses.delete(file.id);
      this.uppy.emit('upload-success', this.#current(file), { status: 200, body, uploadURL: url });
    } catch (error) {
      if (cancel.signal.aborted) return;
      // A refused address cannot be used again.
      if (error instanceof HttpError && error.status < 500) this.#addresses.delete(file.id);
      this.uppy.emit('upload-error', this.#current(file), error as Error);
    } finally {
      events.remove();
    }
  }

  async #address(file: File, signal: AbortSignal): Promise<string> {
    const known = this.#addresses.get(file.id);
    if (known) return known;
    this.uppy.emit('preprocess-progress', this.#current(file), { mode: 'indeterminate', message: 'Preparing' });
    try {
      const address = await this.opts.requestAddress(file, signal);
      this.#addresses.set(file.id, address);
      return address;
    } finally {
      if (!signal.aborted) this.uppy.emit('preprocess-complete', this.#current(file));
    }
  }

  #progress(file: File, bytesUploaded: number): void {
    const { uploadStarted } = this.#current(file).progress;
    this.uppy.emit('upload-progress', this.#current(file), { uploadStarted: uploadStarted ?? Date.now(), bytesUploaded, bytesTotal: file.size });
  }

  /** Uppy's files are snapshots; events want the newest. */
  #current(file: File): File {
    return this.uppy.getFile(file.id) ?? file;
  }
}
