import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { HttpError, isUnauthorized } from '../../lib/http';
import { fieldDetail, problemDetail } from '../../lib/problems';
import { publicPageChanged } from '../../lib/shared-facts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextAreaField, TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { SelectField } from '../../ui/select';
import { toast } from '../../ui/toast';
import type { UploadedPicture } from '../upload';
import { ART_TYPES, type ArtType } from './art-types';
import { addArt, type NewArt } from './profile-calls';
import { galleryKey } from './use-gallery';

const UploadDialog = lazyPart(() => import('../upload/upload-dialog').then((module) => module.UploadDialog));

const options = ART_TYPES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

interface AddArtDialogProps {
  category: ArtType;
  onCategory: (category: ArtType) => void;
  onClose: () => void;
}

type Field = 'imageUrl' | 'title' | 'description' | 'artType';

/** Adds an artwork to the player's gallery: picture, title, description, type. Closes on success. */
export function AddArtDialog({ category, onCategory, onClose }: AddArtDialogProps) {
  const [picture, setPicture] = useState<UploadedPicture>();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const form = useId();
  const client = useQueryClient();

  const add = useMutation({
    mutationFn: (art: NewArt) => addArt(art),
    onSuccess: () => {
      toast({ title: 'Artwork Added!', description: 'Your artwork has been added to your gallery.' });
      onClose();
      publicPageChanged(client);
      void client.invalidateQueries({ queryKey: galleryKey });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      if (error instanceof HttpError) setErrors(Object.fromEntries((error.problem.errors ?? []).map((fault) => [fault.field, fieldDetail(fault)])));
      toast({ title: 'Upload Failed', description: 'Failed to add artwork. Please try again.', variant: 'destructive' });
    },
  });

  // The toast says that it failed; this says why.
  const refusal = add.isError && !isUnauthorized(add.error) ? problemDetail(add.error, '') : '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(!picture && { imageUrl: 'Add a picture of your artwork.' }),
      ...(!title.trim() && { title: 'Give your artwork a title.' }),
    };
    setErrors(missing);
    if (!picture || missing.title) return;
    add.mutate({ imageUrl: picture.uploadURL, title: title.trim(), description: description.trim(), artType: category });
  };

  return (
    <Dialog
      open onOpenChange={onClose} dismissible={!add.isPending} title="Add Art" description="Hang a work of your own in your gallery."
      footer={(
        <>
          <Button disabled={add.isPending} onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" pending={add.isPending}>{add.isPending ? 'Adding...' : 'Add to Gallery'}</Button>
        </>
      )}
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ImageField picture={picture} alt={title.trim() || 'Your artwork'} error={errors.imageUrl} onPicture={setPicture} />
        <TextField label="Title" required maxLength={120} hint="At most 120 characters." value={title} onChange={(event) => setTitle(event.target.value)} error={errors.title} />
        <TextAreaField label="Description" maxLength={2_000} hint="At most 2,000 characters." value={description} onChange={(event) => setDescription(event.target.value)} error={errors.description} />
        <SelectField label="Art type" value={category} onValueChange={onCategory} options={options} error={errors.artType} />
        {refusal && <p role="alert" className="font-medium text-danger-ink">{refusal}</p>}
      </form>
    </Dialog>
  );
}

interface ImageFieldProps {
  picture: UploadedPicture | undefined;
  alt: string;
  error?: string;
  onPicture: (picture: UploadedPicture) => void;
}

function ImageField({ picture, alt, error, onPicture }: ImageFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Picture">
      {picture ? (
        <div className="flex items-center gap-4">
          <Picture src={picture.imageUrl} thumbhash={picture.thumbhash} alt={alt} ratio="1 / 1" sizes="8rem" eager className="size-32 shrink-0 rounded-lg" />
          <Button size="sm" onClick={() => setOpen(true)}>Choose another picture</Button>
        </div>
      ) : (
        <button
          type="button" onClick={() => setOpen(true)}
          className="flex min-h-32 w-full flex-col items-center justify-center gap-1.5 rounded-lg border-2 border-dashed border-edge p-4 transition-colors hover:border-action-ink"
        >
          <Icon name="image" size={36} className="text-action-ink" />
          <span className="font-semibold">Upload a picture</span>
          <span className="text-sm text-muted">At most 10 MB</span>
        </button>
      )}
      {error && <p role="alert" className="mt-1.5 text-sm font-medium text-danger-ink">{error}</p>}
      {isOpen && (
        <Suspense fallback={null}>
          <UploadDialog
            purpose="artwork" open onOpenChange={setOpen} onComplete={onPicture}
            onError={() => toast({ title: 'Upload Failed', description: 'Failed to upload image. Please try again.', variant: 'destructive' })}
          />
        </Suspense>
      )}
    </section>
  );
}
