import { m } from '#messages';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button';
import { useAnnouncedError } from '../../../ui/field';
import { Icon } from '../../../ui/icon';
import { lazyPart } from '../../../ui/lazy-part';
import { Picture } from '../../../ui/picture';
import { toast } from '../../../ui/toast';
import type { UploadedPicture } from '../../upload';

const UploadDialog = lazyPart(() => import('../../upload/upload-dialog').then((module) => module.UploadDialog));

interface AvatarFieldProps {
  /** Name of the player, for the picture's alt text. */
  name: string;
  /** Path of the avatar that the player has already. */
  present?: string | null;
  /** Text of the toast after an upload. */
  uploadedText?: string;
  error?: string;
  onUploaded: (uploadURL: string, imageUrl: string) => void;
}

/** The avatar with its upload; passes on the address to send with the form. */
export function AvatarField({
  name,
  present,
  uploadedText = m.session_avatar_uploaded_text(),
  error,
  onUploaded,
}: AvatarFieldProps) {
  useAnnouncedError(error);
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const [picture, setPicture] = useState<Pick<UploadedPicture, 'imageUrl' | 'thumbhash'> | undefined>(
    present ? { imageUrl: present, thumbhash: null } : undefined,
  );

  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="size-24 shrink-0 overflow-hidden rounded-xl border-[1.5px] border-edge bg-lifted">
        {picture ? (
          <Picture
            src={picture.imageUrl}
            alt={name ? m.session_avatar_of({ name }) : m.session_avatar_yours()}
            thumbhash={picture.thumbhash}
            ratio="1 / 1"
            sizes="96px"
          />
        ) : (
          <span className="grid size-full place-items-center text-muted">
            <Icon name="user" size={44} />
          </span>
        )}
      </div>
      <div className="flex flex-col gap-1.5">
        <Button
          onClick={() => {
            setHasOpened(true);
            setOpen(true);
          }}
        >
          <Icon name="camera" />
          {picture ? m.session_avatar_change() : m.session_avatar_upload()}
        </Button>
        <p className="text-sm text-muted">{m.session_avatar_limit()}</p>
        {error && <p className="text-sm font-medium text-danger-ink">{error}</p>}
      </div>
      {hasOpened && (
        <Suspense fallback={null}>
          <UploadDialog
            purpose="avatar"
            open={isOpen}
            onOpenChange={setOpen}
            onComplete={(uploaded) => {
              setPicture(uploaded);
              onUploaded(uploaded.uploadURL, uploaded.imageUrl);
              toast({ title: m.session_avatar_uploaded(), description: uploadedText });
            }}
            onError={() =>
              toast({
                title: m.session_avatar_failed(),
                description: m.session_avatar_failed_text(),
                variant: 'destructive',
              })
            }
          />
        </Suspense>
      )}
    </div>
  );
}
