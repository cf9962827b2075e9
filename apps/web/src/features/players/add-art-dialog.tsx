import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefCallback, Suspense, useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { showFieldProblems } from '../../api/field-problems';
import { LIMITS } from '../../api/limits';
import { requiredText, textUpTo } from '../../lib/form';
import { useDraftForm } from '../session';
import { isUnauthorized } from '../../api/http';
import { problemDetail } from '../../api/problems';
import { galleryKey, publicPageChanged } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, TextAreaField, TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { lazyPart } from '../../ui/lazy-part';
import { Picture } from '../../ui/picture';
import { SelectField } from '../../ui/select';
import { toast } from '../../ui/toast';
import type { UploadedPicture } from '../upload';
import { ART_TYPES, type ArtType } from './art-types';
import { addArt, type NewArt } from './profile-calls';

const UploadDialog = lazyPart(() => import('../upload/upload-dialog').then((module) => module.UploadDialog));

/** Megabytes that the picture of an artwork may have. */
const PICTURE_MB = 10;

/** The form's rules, in the order of its fields. */
const rules = z.object({
  /** The address where the picture is shown. */
  preview: z.string(),
  imageUrl: z.string().min(1, { error: () => m.players_art_picture_missing() }),
  title: requiredText(m.players_art_title_missing, LIMITS.title),
  description: textUpTo(LIMITS.text),
  artType: z.enum(ART_TYPES),
});

interface AddArtDialogProps {
  category: ArtType;
  onCategory: (category: ArtType) => void;
  onClose: () => void;
}

/** Adds an artwork to the player's gallery: picture, title, description, type. Closes on success. */
export function AddArtDialog({ category, onCategory, onClose }: AddArtDialogProps) {
  const { form: fields, clear } = useDraftForm('art', {
    resolver: zodResolver(rules),
    defaultValues: { preview: '', imageUrl: '', title: '', description: '', artType: category },
  });
  const {
    register,
    control,
    handleSubmit,
    setValue,
    watch,
    formState: { errors },
  } = fields;
  const [refusal, setRefusal] = useState<string>();
  const form = useId();
  const client = useQueryClient();

  const add = useMutation({
    mutationFn: (art: NewArt) => addArt(art),
    onMutate: () => setRefusal(undefined),
    onSuccess: () => {
      clear();
      toast({ title: m.players_art_added(), description: m.players_art_added_text() });
      onClose();
      publicPageChanged(client);
      void client.invalidateQueries({ queryKey: galleryKey });
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      // The toast says that it failed; the fields say why, or the form.
      if (showFieldProblems(fields, error).length === 0) setRefusal(problemDetail(error, ''));
      toast({ title: m.players_upload_failed(), description: m.players_art_not_added(), variant: 'destructive' });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!add.isPending}
      title={m.players_add_art()}
      description={m.players_add_art_text()}
      footer={
        <>
          <Button disabled={add.isPending} onClick={onClose}>
            {m.players_add_art_cancel()}
          </Button>
          <Button type="submit" form={form} variant="primary" pending={add.isPending}>
            {add.isPending ? m.players_add_art_adding() : m.players_add_art_submit()}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => void handleSubmit(({ preview: _, ...art }) => add.mutate(art))(event)}
        noValidate
        className="flex flex-col gap-4"
      >
        <Controller
          control={control}
          name="imageUrl"
          render={({ field }) => (
            <ImageField
              alt={watch('title').trim() || m.players_art_alt()}
              preview={watch('preview')}
              error={errors.imageUrl?.message}
              focusAt={field.ref}
              onPicture={({ imageUrl, uploadURL }) => {
                setValue('preview', imageUrl);
                field.onChange(uploadURL);
              }}
            />
          )}
        />
        <TextField
          label={m.players_art_title()}
          required
          maxLength={LIMITS.title}
          hint={m.lib_at_most({ count: LIMITS.title })}
          {...register('title')}
          error={errors.title?.message}
        />
        <TextAreaField
          label={m.players_art_description()}
          maxLength={LIMITS.text}
          hint={m.lib_at_most({ count: LIMITS.text })}
          {...register('description')}
          error={errors.description?.message}
        />
        <Controller
          control={control}
          name="artType"
          render={({ field: { value, onChange, ref } }) => (
            <SelectField
              ref={ref}
              label={m.players_art_type_label()}
              value={value}
              error={errors.artType?.message}
              options={ART_TYPES.map((kind) => ({ value: kind, label: m.players_art_type({ kind }) }))}
              onValueChange={(kind) => {
                onChange(kind);
                onCategory(kind);
              }}
            />
          )}
        />
        {refusal && (
          <p role="alert" className="font-medium text-danger-ink">
            {refusal}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface ImageFieldProps {
  alt: string;
  error?: string;
  /** Where the picture is shown; empty while there is none. */
  preview: string;
  onPicture: (picture: UploadedPicture) => void;
  /** The element that gets the focus where the picture is missing. */
  focusAt: RefCallback<HTMLButtonElement>;
}

function ImageField({ alt, preview, error, onPicture, focusAt }: ImageFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Field label={m.players_art_picture()} required group error={error}>
      {({ 'aria-invalid': _invalid, 'aria-required': _required, ...group }) => (
        <div role="group" {...group}>
          {preview ? (
            <div className="flex items-center gap-4">
              <Picture
                src={preview}
                alt={alt}
                ratio="1 / 1"
                sizes="8rem"
                eager
                className="size-32 shrink-0 rounded-lg"
              />
              <Button ref={focusAt} size="sm" onClick={() => setOpen(true)}>
                {m.players_art_other_picture()}
              </Button>
            </div>
          ) : (
            <button
              ref={focusAt}
              type="button"
              onClick={() => setOpen(true)}
              className="flex min-h-32 w-full flex-col items-center justify-center gap-1.5 rounded-lg border-2 border-dashed border-edge p-4 transition-colors hover:border-action-ink"
            >
              <Icon name="image" size={36} className="text-action-ink" />
              <span className="font-semibold">{m.players_art_upload()}</span>
              <span className="text-sm text-muted">{m.players_art_upload_limit({ size: PICTURE_MB })}</span>
            </button>
          )}
          {isOpen && (
            <Suspense fallback={null}>
              <UploadDialog
                purpose="artwork"
                open
                onOpenChange={setOpen}
                onComplete={onPicture}
                onError={() =>
                  toast({
                    title: m.players_upload_failed(),
                    description: m.players_image_not_uploaded(),
                    variant: 'destructive',
                  })
                }
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  );
}
