import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isUnauthorized } from '../../lib/http';
import { publicPageChanged } from '../../lib/shared-facts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { toast } from '../../ui/toast';
import { useRefreshUser } from '../auth';
import type { UploadedPicture } from '../upload';
import { savePicture } from './profile-calls';

const UploadDialog = lazyPart(() => import('../upload/upload-dialog').then((module) => module.UploadDialog));

interface PictureFieldProps {
  name: string;
  /** Path of the picture that is shown now. */
  present: string | null;
}

/** The profile picture with its edit dialog. */
export function PictureField({ name, present }: PictureFieldProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="relative shrink-0">
      <Portrait name={name} src={present} className="size-28 sm:size-36" />
      <IconButton icon="camera" label="Edit profile picture" look="plate" className="absolute -bottom-2 -right-2" onClick={() => setEditing(true)} />
      {isEditing && <PictureDialog name={name} present={present} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** Uploads a picture and makes it the player's; stays open with the upload if saving failed. */
function PictureDialog({ name, present, onClose }: PictureFieldProps & { onClose: () => void }) {
  const [isUploading, setUploading] = useState(false);
  const [chosen, setChosen] = useState<UploadedPicture>();
  const client = useQueryClient();
  const refreshUser = useRefreshUser();
  const save = useMutation({
    mutationFn: ({ uploadURL }: UploadedPicture) => savePicture(uploadURL),
    onSuccess: async () => {
      toast({ title: 'Success', description: 'Profile picture updated successfully!' });
      onClose();
      publicPageChanged(client);
      await refreshUser();
    },
    onError: (error) => {
      if (!isUnauthorized(error)) toast({ title: 'Error', description: 'Failed to update profile picture', variant: 'destructive' });
    },
  });
  return (
    <Dialog
      open onOpenChange={onClose} dismissible={!save.isPending} size="sm" title="Profile picture"
      footer={(
        <>
          <Button disabled={save.isPending} onClick={() => setUploading(true)}><Icon name="camera" />{chosen ? 'Choose another' : 'Choose a picture'}</Button>
          {chosen && <Button variant="primary" pending={save.isPending} onClick={() => save.mutate(chosen)}>{save.isPending ? 'Saving...' : 'Save picture'}</Button>}
        </>
      )}
    >
      <div className="flex justify-center py-2">
        <Portrait name={name} src={chosen?.imageUrl ?? present} thumbhash={chosen?.thumbhash} className="size-48" />
      </div>
      <p className="text-center text-sm text-muted">One picture, at most 5 MB. Every player can see it.</p>
      {isUploading && (
        <Suspense fallback={null}>
          <UploadDialog
            purpose="avatar" open onOpenChange={setUploading}
            onComplete={(picture) => {
              setChosen(picture);
              save.mutate(picture);
            }}
            onError={() => toast({ title: 'Upload Failed', description: 'Failed to upload profile picture. Please try again.', variant: 'destructive' })}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

export function Portrait({ name, src, thumbhash, className }: { name: string; src: string | null; thumbhash?: string | null; className: string }) {
  return (
    <div className={`overflow-hidden rounded-2xl border-2 border-edge bg-lifted ${className}`}>
      {src
        ? <Picture src={src} thumbhash={thumbhash} alt={`The picture of ${name}`} ratio="1 / 1" sizes="12rem" eager />
        : <span role="img" aria-label={`${name} has no picture yet`} className="grid size-full place-items-center text-muted"><Icon name="user" size={56} /></span>}
    </div>
  );
}
