import type { Uploader } from './create-uploader';

export type UploadStatus =
  'waiting' | 'preprocessing' | 'uploading' | 'postprocessing' | 'complete' | 'paused' | 'error';

/** The widget's state, read from Uppy's files. */
export function uploadStatus(state: ReturnType<Uploader['getState']>): UploadStatus {
  const [file] = Object.values(state.files);
  if (!file) return state.error ? 'error' : 'waiting';
  if (file.error) return 'error';
  const { progress } = file;
  if (progress.uploadComplete) return progress.postprocess ? 'postprocessing' : 'complete';
  if (file.isPaused) return 'paused';
  if (progress.preprocess) return 'preprocessing';
  if (progress.postprocess) return 'postprocessing';
  return progress.uploadStarted ? 'uploading' : 'waiting';
}

/** Bytes are being sent or processed: the dialog must stay open. */
export function isBusy(status: UploadStatus): boolean {
  return status === 'preprocessing' || status === 'uploading' || status === 'postprocessing' || status === 'paused';
}
