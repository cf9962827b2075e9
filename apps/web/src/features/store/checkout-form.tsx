import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { showFieldProblems } from '../../api/field-problems';
import { clearDraft, readDraft, useDraftKey, useKeepDraft } from '../session';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { SelectField } from '../../ui/select';
import { checkoutRules, type CheckoutForm as Values } from './checkout-rules';
import { countryOptions, likelyCountry, shapeOf } from './countries';

interface Props {
  submitLabel: string;
  /** Why the last try failed, besides the errors at the fields. */
  problem: string | undefined;
  isBlocked: boolean;
  /** Of a player, as soon as it is known; what was typed stays. */
  email: string | undefined;
  /** @throws the server's refusal, whose fields are shown */
  onSubmit: (values: Values) => Promise<void>;
}

const EMPTY: Values = {
  email: '',
  name: '',
  country: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  phone: '',
};

/** Recipient and address, with the fields of the chosen country. */
export function CheckoutForm({ submitLabel, problem, isBlocked, email = '', onSubmit }: Props) {
  const draft = useDraftKey('checkout');
  const [start] = useState(() => readDraft(draft, { ...EMPTY, country: likelyCountry() ?? '' }));
  const form = useForm<Values>({
    resolver: zodResolver(checkoutRules),
    values: { ...start, email: start.email || email },
    resetOptions: { keepDirtyValues: true },
  });
  useKeepDraft(draft, form);
  const {
    register,
    control,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const shape = shapeOf(useWatch({ control, name: 'country' }));
  const submit = handleSubmit(async (values) => {
    try {
      await onSubmit(values);
      clearDraft(draft);
    } catch (error) {
      showFieldProblems(form, error);
    }
  });
  const field = (name: keyof Values) => ({ ...register(name), error: errors[name]?.message });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label={m.store_email()}
        hint={m.store_email_hint()}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <h2 className="marker mt-2 text-2xl">{m.store_address()}</h2>
      <TextField label={m.store_full_name()} required autoComplete="name" {...field('name')} />
      <Controller
        control={control}
        name="country"
        render={({ field: { value, onChange, ref } }) => (
          <SelectField
            ref={ref}
            label={m.store_country()}
            required
            options={countryOptions()}
            placeholder={m.store_country_missing()}
            value={value || undefined}
            onValueChange={onChange}
            error={errors.country?.message}
          />
        )}
      />
      <TextField label={m.store_line1()} required autoComplete="address-line1" {...field('line1')} />
      <TextField label={m.store_line2()} autoComplete="address-line2" {...field('line2')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.store_city()} required autoComplete="address-level2" {...field('city')} />
        {shape.region && (
          <TextField
            label={shape.region()}
            required={!shape.isRegionOptional}
            autoComplete="address-level1"
            {...field('region')}
          />
        )}
        {shape.postalCode && (
          <TextField
            label={shape.postalCode()}
            required
            autoComplete="postal-code"
            placeholder={shape.example}
            {...field('postalCode')}
          />
        )}
        <TextField
          label={m.store_phone()}
          hint={m.store_phone_hint()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('phone')}
        />
      </div>
      {problem && (
        <p role="alert" className="font-medium text-danger-ink">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" pending={isSubmitting} disabled={isBlocked}>
        {submitLabel}
      </Button>
    </form>
  );
}
