import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { User } from '../../../api/types';
import { paths } from '../../../lib/paths';
import { showFieldProblems } from '../../../api/field-problems';
import { LIMITS } from '../../../api/limits';
import { useDraftForm, AvatarField, TakenUsername, useRefreshUser, USERNAME_TAKEN } from '../../session';
import { api } from '../../../api/http';
import { problemDetail } from '../../../api/problems';
import { MINIMUM_AGE, PRODUCT_NAME } from '../../../product';
import { Button } from '../../../ui/button';
import { TextAreaField, TextField } from '../../../ui/field';
import { Card } from '../../../ui/card';
import { toast } from '../../../ui/toast';
import { PinChooser } from '../../pins';
import { catalogueMessage, prefilled, profileRules, type ProfileValues } from './profile-rules';

/** The profile step after sign-up, prefilled from it; continues to the tutorial. */
export function CreateProfileForm({ user }: { user: User | null }) {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const { form, clear } = useDraftForm<ProfileValues>('profile', {
    resolver: zodResolver(profileRules),
    defaultValues: prefilled(user),
    mode: 'onTouched',
  });
  const {
    register,
    control,
    getValues,
    setValue,
    setFocus,
    clearErrors,
    watch,
    formState: { errors },
  } = form;

  const complete = useMutation({
    mutationFn: ({ avatarUrl, ...profile }: ProfileValues) =>
      api.POST('/api/complete-profile', {
        body: { ...profile, avatarUrl: avatarUrl || undefined },
        parseAs: 'stream',
      }),
    onSuccess: async () => {
      clear();
      await refreshUser();
      toast({ title: m.onboarding_created_title(), description: m.onboarding_created_text({ product: PRODUCT_NAME }) });
      void navigate(paths.tutorial);
    },
    onError: (error) => {
      showFieldProblems(form, error, { codes: { [USERNAME_TAKEN]: 'username' } });
      toast({
        title: m.onboarding_failed_title(),
        description: problemDetail(error, m.onboarding_failed_text()),
        variant: 'destructive',
      });
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
          name={watch('username')}
          present={user?.profileImageUrl}
          uploadedText={m.onboarding_picture_uploaded()}
          onUploaded={(uploadURL) => setValue('avatarUrl', uploadURL)}
        />
        <TextField
          label={m.session_username()}
          required
          autoComplete="username"
          maxLength={LIMITS.username.most}
          hint={m.session_username_hint()}
          {...register('username')}
          error={errors.username?.message}
        />
        {errors.username?.type === USERNAME_TAKEN && (
          <TakenUsername like={getValues('username')} onChoose={chooseUsername} />
        )}
        <TextField
          label={m.session_birth()}
          type="date"
          required
          autoComplete="bday"
          hint={m.session_birth_hint({ age: MINIMUM_AGE })}
          {...register('dateOfBirth')}
          error={errors.dateOfBirth?.message}
        />
        <TextAreaField
          label={m.session_bio()}
          rows={3}
          maxLength={LIMITS.text}
          placeholder={m.session_bio_placeholder()}
          {...register('bio')}
          error={errors.bio?.message}
        />
      </Card>
      <section aria-label={m.onboarding_customize_pins()}>
        <Card className="flex flex-col gap-3 p-5 sm:p-7">
          <h2 className="marker text-xl">{m.onboarding_customize_pins()}</h2>
          <Controller
            control={control}
            name="pinPreferences"
            render={({ field: { value, onChange } }) => <PinChooser value={value} onChange={onChange} />}
          />
        </Card>
      </section>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={complete.isPending}
        className="self-stretch sm:self-start"
      >
        {complete.isPending
          ? m.onboarding_creating_profile()
          : m.onboarding_complete_profile({ product: PRODUCT_NAME })}
      </Button>
    </form>
  );
}
