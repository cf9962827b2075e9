import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createUploader, readResult, runUpload, type Uploader } from './create-uploader';
import type { UploadedPicture, UploadPurpose } from './types';
import { isBusy, uploadStatus } from './upload-status';

/** Upload of one picture: choose, start, pause, resume, retry, cancel. */
export function useUpload({ purpose, onError }: { purpose: UploadPurpose; onError?: (error: Error) => void }) {
  const [uppy] = useState<Uploader>(() => createUploader({ purpose }));
  const state = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        uppy.on('state-update', listener);
        return () => {
          uppy.off('state-update', listener);
        };
      },
      [uppy],
    ),
    () => uppy.getState(),
  );
  const [picture, setPicture] = useState<UploadedPicture>();
  const [refusal, setRefusal] = useState<string>();
  const reportError = useRef(onError);
  useEffect(() => {
    reportError.current = onError;
  });
  useEffect(() => () => uppy.cancelAll(), [uppy]);

  const finish = useCallback(async (upload: Promise<Awaited<ReturnType<Uploader['upload']>>>) => {
    const { picture: uploaded, error } = readResult(
      await upload.catch((reason: Error) => ({ failed: [], successful: [], reason })),
    );
    setPicture(uploaded);
    if (error) reportError.current?.(error);
  }, []);

  const [file] = Object.values(state.files);
  const status = uploadStatus(state);
  const data = file?.data instanceof Blob ? file.data : undefined;
  return {
    status,
    isBusy: isBusy(status),
    file: file && { name: file.name, bytes: file.size ?? 0, data },
    /** 0 to 100. */
    progress: file?.progress.percentage ?? 0,
    /** Why the last file was refused, or why the upload failed. */
    problem: refusal ?? file?.error ?? undefined,
    /** The server refused the file itself. */
    isRefused: status === 'error' && file?.meta.isRefused === true,
    picture,
    choose(chosen: File) {
      setRefusal(undefined);
      setPicture(undefined);
      uppy.cancelAll();
      try {
        uppy.addFile({ name: chosen.name, type: chosen.type, data: chosen, source: 'picker' });
      } catch (error) {
        setRefusal((error as Error).message);
      }
    },
    start: () => finish(runUpload(uppy, () => uppy.upload())),
    pause: () => uppy.pauseAll(),
    resume: () => uppy.resumeAll(),
    retry: () => finish(runUpload(uppy, () => uppy.retryAll())),
    /** Stops the upload and clears the file. */
    cancel() {
      uppy.cancelAll();
      setPicture(undefined);
      setRefusal(undefined);
    },
  };
}
