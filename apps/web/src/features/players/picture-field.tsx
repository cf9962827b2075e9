import { m } from '#messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatNumber } from '../../lib/format';
import { isUnauthorized } from '../../api/http';
import { publicPageChanged } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { toast } from '../../ui/toast';
import { useRefreshUser } from '../session';
import type { UploadedPicture } from '../upload';
import { savePicture } from './profile-calls';

const UploadDialog = lazyPart(() => import('../upload/upload-dialog').then((module) => module.UploadDialog));

/** Megabytes that a profile picture may have. */
const PICTURE_MB = 5;

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
      <IconButton
        icon="camera"
        label={m.players_picture_edit()}
        look="plate"
        className="absolute -bottom-2 -end-2"
        onClick={() => setEditing(true)}
      />
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
      toast({ title: m.players_picture_saved(), description: m.players_picture_saved_text() });
      onClose();
      publicPageChanged(client);
      await refreshUser();
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        toast({ title: m.players_error(), description: m.players_picture_not_saved(), variant: 'destructive' });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!save.isPending}
      size="sm"
      title={m.players_picture()}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => setUploading(true)}>
            <Icon name="camera" />
            {chosen ? m.players_picture_choose_another() : m.players_picture_choose()}
          </Button>
          {chosen && (
            <Button variant="primary" pending={save.isPending} onClick={() => save.mutate(chosen)}>
              {save.isPending ? m.players_picture_saving() : m.players_picture_save()}
            </Button>
          )}
        </>
      }
    >
      <div className="flex justify-center py-2">
        <Portrait name={name} src={chosen?.imageUrl ?? present} thumbhash={chosen?.thumbhash} className="size-48" />
      </div>
      <p className="text-center text-sm text-muted">{m.players_picture_text({ size: formatNumber(PICTURE_MB) })}</p>
      {isUploading && (
        <Suspense fallback={null}>
          <UploadDialog
            purpose="avatar"
            open
            onOpenChange={setUploading}
            onComplete={(picture) => {
              setChosen(picture);
              save.mutate(picture);
            }}
            onError={() =>
              toast({
                title: m.players_upload_failed(),
                description: m.players_picture_not_uploaded(),
                variant: 'destructive',
              })
            }
          />
        </Suspense>
      )}
    </Dialog>
  );
}

export function Portrait({
  name,
  src,
  thumbhash,
  className,
}: {
  name: string;
  src: string | null;
  thumbhash?: string | null;
  className: string;
}) {
  return (
    <div className={`overflow-hidden rounded-2xl border-2 border-edge bg-lifted ${className}`}>
      {src ? (
        <Picture
          src={src}
          thumbhash={thumbhash}
          alt={m.players_picture_of({ name })}
          ratio="1 / 1"
          sizes="12rem"
          eager
        />
      ) : (
        <span
          role="img"
          aria-label={m.players_picture_none({ name })}
          className="grid size-full place-items-center text-muted"
        >
          <Icon name="user" size={56} />
        </span>
      )}
    </div>
  );
}
