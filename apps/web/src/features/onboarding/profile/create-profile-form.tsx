import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { User } from '../../../api/types';
import { paths } from '../../../lib/paths';
import { api, HttpError } from '../../../lib/http';
import { fieldDetail, problemDetail } from '../../../lib/problems';
import { PRODUCT_NAME } from '../../../product';
import { Button } from '../../../ui/button';
import { TextAreaField, TextField } from '../../../ui/field';
import { Card } from '../../../ui/card';
import { toast } from '../../../ui/toast';
import { AvatarField, TakenUsername, useRefreshUser, USERNAME_TAKEN } from '../../auth';
import { PinChooser } from '../../pins';
import { catalogueMessage, prefilled, profileRules, type ProfileValues } from './profile-rules';

/** The profile step after sign-up, prefilled from it; continues to the tutorial. */
export function CreateProfileForm({ user }: { user: User | null }) {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const form = useForm<ProfileValues>({ resolver: zodResolver(profileRules), defaultValues: prefilled(user), mode: 'onTouched' });
  const { register, control, getValues, setValue, setError, setFocus, clearErrors, watch, formState: { errors } } = form;

  const complete = useMutation({
    mutationFn: ({ avatarUrl, ...profile }: ProfileValues) =>
      api.POST('/api/complete-profile', { body: { ...profile, avatarUrl: avatarUrl || undefined } }),
    onSuccess: async () => {
      await refreshUser();
      toast({ title: 'Profile Created!', description: `Welcome to ${PRODUCT_NAME}! Your adventure begins now.` });
      void navigate(paths.tutorial);
    },
    onError: (error) => {
      if (error instanceof HttpError)
        (error.problem.errors ?? []).forEach((fault, index) =>
          setError(fault.field as keyof ProfileValues, { type: fault.code, message: fieldDetail(fault) }, { shouldFocus: index === 0 }));
      toast({ title: 'Error Creating Profile', description: problemDetail(error, 'Failed to create profile. Please try again.'), variant: 'destructive' });
    },
  });

  const chooseUsername = (username: string) => {
    setValue('username', username);
    clearErrors('username');
    setFocus('username');
  };
  const submit = form.handleSubmit(
    (values) => complete.mutate(values),
    () => {
      const message = catalogueMessage(form.getValues());
      if (message) toast({ ...message, variant: 'destructive' });
    },
  );

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
      <Card className="flex flex-col gap-5 p-5 sm:p-7">
        <AvatarField
          name={watch('username')} present={user?.profileImageUrl} uploadedText="Your profile picture has been uploaded successfully!"
          onUploaded={(uploadURL) => setValue('avatarUrl', uploadURL)}
        />
        <TextField label="Username" required autoComplete="username" maxLength={30} hint="What other players see." {...register('username')} error={errors.username?.message} />
        {errors.username?.type === USERNAME_TAKEN && <TakenUsername like={getValues('username')} onChoose={chooseUsername} />}
        <TextField label="Date of birth" type="date" required autoComplete="bday" hint="You must be 18 or older." {...register('dateOfBirth')} error={errors.dateOfBirth?.message} />
        <TextAreaField label="Bio" rows={3} maxLength={2_000} placeholder="Tell us about yourself" {...register('bio')} error={errors.bio?.message} />
      </Card>
      <section aria-label="Customize your pins">
        <Card className="flex flex-col gap-3 p-5 sm:p-7">
          <h2 className="marker text-xl">Customize your pins</h2>
          <Controller control={control} name="pinPreferences" render={({ field: { value, onChange } }) => <PinChooser value={value} onChange={onChange} />} />
        </Card>
      </section>
      <Button type="submit" variant="primary" size="lg" pending={complete.isPending} className="self-stretch sm:self-start">
        {complete.isPending ? 'Creating Profile...' : `Complete Profile & Enter ${PRODUCT_NAME}`}
      </Button>
    </form>
  );
}
