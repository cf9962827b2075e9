import { m } from '#messages';
import { type Ref, Suspense, useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url';
import { Button } from '../../ui/button';
import { useAnnouncedError } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { SprayCap } from '../../ui/spray-cap';
import type { UploadedPicture } from '../upload';
import { keptPhoto, type UploadedPhoto } from './drafts';

const UploadDialog = lazyPart(() => import('../upload/upload-dialog').then((module) => module.UploadDialog));

interface PhotoFieldProps {
  /** The button that takes a photo, or another. */
  ref?: Ref<HTMLButtonElement>;
  photo: UploadedPhoto | null;
  alt: string;
  error?: string;
  onPhoto: (photo: UploadedPhoto | null) => void;
  /** A file was chosen for the upload; null once it is in `photo`, or given up. */
  onChosen: (file: File | null) => void;
  onUploading: (uploading: boolean) => void;
}

/** The photo area: none, uploading, uploaded; the remove button clears it. */
export function PhotoField({ ref, photo, alt, error, onPhoto, onChosen, onUploading }: PhotoFieldProps) {
  useAnnouncedError(error);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const changeBusy = (next: boolean) => {
    setBusy(next);
    onUploading(next);
  };
  return (
    <section aria-label={m.document_photo()} data-state={photo ? 'uploaded' : busy ? 'uploading' : 'none'}>
      <div className="relative aspect-[4/3] overflow-hidden rounded-lg bg-lifted">
        {photo ? (
          <>
            <PhotoPicture photo={photo} alt={alt} />
            {!photo.uploadURL && (
              <p className="absolute inset-x-2 bottom-2 rounded-sm bg-ground/90 px-2.5 py-1.5 text-sm font-semibold text-ink">
                {m.document_photo_kept()}
              </p>
            )}
            <IconButton
              icon="trash"
              label={m.document_photo_remove()}
              look="plate"
              className="absolute end-2 top-2"
              onClick={() => onPhoto(null)}
            />
          </>
        ) : (
          <button
            ref={ref}
            type="button"
            onClick={() => setOpen(true)}
            className="flex size-full flex-col items-center justify-center gap-2 rounded-[inherit] border-2 border-dashed border-edge text-muted transition-colors hover:border-action-ink hover:text-ink"
          >
            {busy ? <SprayCap busy size={48} /> : <Icon name="camera" size={40} />}
            <span className="font-semibold text-ink">
              {busy ? m.document_photo_uploading() : m.document_photo_add()}
            </span>
            <span className="text-sm">{m.document_photo_limits()}</span>
          </button>
        )}
      </div>
      {photo && (
        <Button ref={ref} size="sm" variant="quiet" className="mt-2" onClick={() => setOpen(true)}>
          {m.document_photo_other()}
        </Button>
      )}
      {error && <p className="mt-1.5 text-sm font-medium text-danger-ink">{error}</p>}
      {open && (
        <Suspense fallback={null}>
          <UploadDialog
            purpose="discovery"
            open={open}
            onOpenChange={setOpen}
            onBusyChange={changeBusy}
            // No toast here: the upload dialog itself shows the failure with a retry.
            onError={(failure: unknown) => console.error('Photo upload failed:', failure)}
            onChosen={onChosen}
            onComplete={(picture, file) => onPhoto({ ...uploadedPhoto(picture), file })}
            onKeep={(file) => onPhoto(keptPhoto(file))}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The uploaded picture, which every browser shows, else the photo itself. */
function PhotoPicture({ photo: { uploadURL, imageUrl, thumbhash, file }, alt }: { photo: UploadedPhoto; alt: string }) {
  const kept = useObjectUrl(uploadURL ? null : file);
  const src = uploadURL ? imageUrl : kept;
  return src && <Picture src={src} thumbhash={thumbhash} alt={alt} eager sizes="(min-width: 640px) 20rem, 100vw" />;
}

function uploadedPhoto({ uploadURL, imageUrl, thumbhash, suggestion }: UploadedPicture): UploadedPhoto {
  if (!suggestion) return { uploadURL, imageUrl, thumbhash, suggestion: null };
  const { latitude, longitude, takenAt } = suggestion;
  const place = latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
  return { uploadURL, imageUrl, thumbhash, suggestion: { place, takenAt } };
}
