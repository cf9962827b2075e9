import { m } from '#messages';
import clsx from 'clsx';
import { useEffect, useEffectEvent, useId, useState, type DragEvent } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { formatNumber } from '../../lib/format';
import { useOnline } from '../../lib/use-online';
import { SprayCap } from '../../ui/spray-cap';
import { MAX_BYTES } from './limits';
import type { UploadDialogProps, UploadPurpose } from './types';
import { useUpload } from './use-upload';
import type { UploadStatus } from './upload-status';

const titles: Record<UploadPurpose, () => string> = {
  discovery: m.upload_photo_title,
  avatar: m.upload_avatar_title,
  artwork: m.upload_artwork_title,
};

const statusTexts: Partial<Record<UploadStatus, () => string>> = {
  preprocessing: m.upload_preparing,
  uploading: m.upload_uploading,
  postprocessing: m.upload_drying,
  paused: m.upload_paused,
};

/** Uploads one picture. It cannot be closed while uploading; "Complete Upload" passes the picture to the form. */
export function UploadDialog({
  purpose,
  open,
  onOpenChange,
  onChosen,
  onComplete,
  onKeep,
  onError,
  onBusyChange,
}: UploadDialogProps) {
  const upload = useUpload({ purpose, onError });
  const { status, isBusy, isRefused, file, picture, problem } = upload;
  const isOnline = useOnline();
  const chosen = file?.data instanceof File ? file.data : null;
  const keeps =
    onKeep !== undefined &&
    chosen !== null &&
    status !== 'complete' &&
    !isRefused &&
    (!isOnline || status === 'error') &&
    typeof indexedDB !== 'undefined';

  useEffect(() => {
    onBusyChange?.(isBusy);
  }, [isBusy, onBusyChange]);
  const reportChosen = useEffectEvent((now: File | null) => onChosen?.(now));
  useEffect(() => {
    reportChosen(chosen);
    // A form that closes the dialog removes it at once.
    return () => reportChosen(null);
  }, [chosen]);

  const close = () => {
    upload.cancel();
    onOpenChange(false);
  };
  const keep = () => {
    onKeep!(chosen!);
    close();
  };
  const complete = () => {
    if (!picture || !chosen) return;
    onComplete(picture, chosen);
    close();
  };

  return (
    <Dialog
      open={open}
      dismissible={!isBusy}
      isUnsaved={() => chosen !== null}
      title={titles[purpose]()}
      description={m.upload_limit({ megabytes: megabytes(MAX_BYTES[purpose]) })}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      footer={
        <>
          {/* While uploading this cancels the upload and stays open; otherwise it closes. */}
          <Button variant="secondary" onClick={isBusy ? upload.cancel : close}>
            {m.upload_cancel()}
          </Button>
          <Button variant={picture ? 'primary' : 'secondary'} disabled={!picture} onClick={complete}>
            {m.upload_complete()}
          </Button>
        </>
      }
    >
      <div data-status={status} className="flex flex-col gap-4">
        {file ? (
          <Preview data={file.data} name={file.name} bytes={file.bytes} dimmed={isBusy} />
        ) : (
          <DropZone onFile={upload.choose} />
        )}
        {file && status === 'waiting' && (
          <Button variant="primary" onClick={() => void upload.start()}>
            <Icon name="upload" />
            {m.upload_start()}
          </Button>
        )}
        {isBusy && <Progress {...upload} />}
        {keeps && (
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <p role="status" className="min-w-0 flex-1">
              {isOnline ? m.upload_keep_online() : m.upload_keep_offline()}
            </p>
            <Button size="sm" onClick={keep}>
              <Icon name="clock" size={16} />
              {m.upload_keep()}
            </Button>
          </div>
        )}
        {status === 'complete' && (
          <p role="status" className="flex items-center gap-2 font-medium text-work-ink">
            <Icon name="check" />
            {m.upload_successful()}
          </p>
        )}
        {problem && (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-danger-ink">
            <p className="min-w-0 flex-1 font-medium">{problem}</p>
            {status === 'error' && (
              <Button size="sm" onClick={() => void upload.retry()}>
                <Icon name="retry" size={16} />
                {m.upload_retry()}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Progress({
  status,
  progress,
  pause,
  resume,
}: Pick<ReturnType<typeof useUpload>, 'status' | 'progress' | 'pause' | 'resume'>) {
  const label = useId();
  return (
    <div className="flex items-center gap-3">
      <SprayCap size={44} fill={progress / 100} busy={status === 'postprocessing' || status === 'preprocessing'} />
      <div className="min-w-0 flex-1">
        <p id={label} role="status" className="flex justify-between gap-3 text-sm">
          <span>{statusTexts[status]?.()}</span>
          <span className="shrink-0">{m.upload_percent({ progress })}</span>
        </p>
        <div
          role="progressbar"
          aria-labelledby={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
          className="mt-1.5 h-2 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full rounded-full bg-action transition-[width] duration-200"
            style={{ width: `${progress}%` }}
          />
        </div>
      </div>
      {status === 'uploading' && (
        <Button size="sm" onClick={pause}>
          <Icon name="pause" size={16} />
          {m.upload_pause()}
        </Button>
      )}
      {status === 'paused' && (
        <Button size="sm" onClick={resume}>
          <Icon name="play" size={16} />
          {m.upload_resume()}
        </Button>
      )}
    </div>
  );
}

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'relative grid min-h-52 cursor-pointer place-items-center rounded-lg border-2 border-dashed p-6 ' +
          'text-center transition-colors',
        'hover:border-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-3 ' +
          'has-focus-visible:outline-place-ink',
        over ? 'border-action-ink bg-lifted' : 'border-edge',
      )}
    >
      <span className="flex flex-col items-center gap-3">
        <Icon name="camera" size={40} className="text-action-ink" />
        <span className="max-w-[26ch] font-semibold">{m.upload_drop()}</span>
      </span>
      <input
        type="file"
        accept="image/*"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function Preview({ data, name, bytes, dimmed }: { data?: Blob; name: string; bytes: number; dimmed: boolean }) {
  // Null where the browser does not show what the server reads, such as HEIC.
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    if (!data) return;
    const url = URL.createObjectURL(data);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [data]);
  return (
    <figure className="flex flex-col gap-2">
      <div className="aspect-[4/3] max-h-72 overflow-hidden rounded-lg bg-lifted">
        {address && (
          <img
            src={address}
            alt={m.upload_chosen()}
            onError={() => setAddress(null)}
            className={clsx('size-full object-contain transition-opacity', dimmed && 'opacity-60')}
          />
        )}
        {address === null && (
          <span className="grid size-full place-items-center">
            <Icon name="camera" size={40} className="text-muted" />
          </span>
        )}
      </div>
      <figcaption className="flex justify-between gap-3 text-sm text-muted">
        <span className="truncate">{name}</span>
        <span className="shrink-0">{m.upload_size({ megabytes: megabytes(bytes, 1) })}</span>
      </figcaption>
    </figure>
  );
}

const megabytes = (bytes: number, digits = 0) =>
  formatNumber(bytes / 1024 / 1024, { minimumFractionDigits: digits, maximumFractionDigits: digits });
