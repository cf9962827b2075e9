import { m } from '#messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextField } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { Failure } from './failure';
import type { PaymentFormProps } from './payment-form';
import { confirmAtSandbox } from './sandbox';
import { useConfirm } from './use-confirm';

/** Payment cards of the sandbox and what each does. */
const PAYMENT_CARDS: readonly { number: string; does: () => string }[] = [
  { number: '4242 4242 4242 4242', does: m.payments_card_works },
  { number: '4000 0000 0000 0002', does: m.payments_card_declined },
  { number: '4000 0000 0000 9995', does: m.payments_card_no_funds },
  { number: '4000 0027 6000 3184', does: m.payments_card_authentication },
  { number: '4000 0000 0000 0069', does: m.payments_card_expired },
];

/** How long a number is. */
const NUMBER_SHAPE = '1234 1234 1234 1234';

const digits = (text: string) => text.replace(/\D/g, '');
/** Of a month and year as payment cards show them: 04 / 31, 4/2031. */
const EXPIRY = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})\s*$/;

const rules = z.object({
  number: z.string().refine((number) => /^\d{12,19}$/.test(digits(number)) && /^[\d\s-]+$/.test(number), {
    error: () => m.payments_number_invalid(),
  }),
  expiry: z
    .string()
    .regex(EXPIRY, { error: () => m.payments_expiry_invalid(), abort: true })
    .refine(isToCome, { error: () => m.payments_expiry_over() }),
  cvc: z
    .string()
    .trim()
    .regex(/^\d{3,4}$/, { error: () => m.payments_cvc_invalid() }),
});

function expiryOf(text: string): { month: number; year: number } {
  const [, month, year] = EXPIRY.exec(text)!;
  return { month: Number(month), year: 2_000 + Number(year) };
}

/** Payment cards are valid until the end of their month. */
function isToCome(text: string): boolean {
  const { month, year } = expiryOf(text);
  return new Date(year, month) > new Date();
}

/**
 * The form for a payment card in the test mode: its values are sent to the sandbox on this machine, never to Stripe.
 */
export function TestForm({
  sandboxUrl,
  publishableKey,
  clientSecret,
  kind,
  submitLabel,
  returnUrl,
  ...outcomes
}: PaymentFormProps & { sandboxUrl: string; publishableKey: string }) {
  const {
    register,
    handleSubmit,
    setValue,
    formState: { errors },
  } = useForm({ resolver: zodResolver(rules), defaultValues: { number: '', expiry: '', cvc: '' } });
  const { confirm, isBusy, problem } = useConfirm(outcomes);
  const submit = handleSubmit(({ number, expiry, cvc }) =>
    confirm(() =>
      confirmAtSandbox(
        { number: digits(number), ...expiryOf(expiry), cvc },
        { sandboxUrl, publishableKey, clientSecret, kind, returnUrl },
      ),
    ),
  );
  const fill = (number: string) => {
    const given = { number, expiry: `12 / ${(new Date().getFullYear() + 3) % 100}`, cvc: '123' };
    for (const name of ['number', 'expiry', 'cvc'] as const) setValue(name, given[name], { shouldValidate: true });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5"
      aria-label={m.payments_form()}
    >
      <Card tone="live" className="flex flex-col gap-3">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="warning" size={18} />
          {m.payments_test_title()}
        </p>
        <p className="text-sm text-muted">{m.payments_test_text()}</p>
        <ul className="flex flex-col" aria-label={m.payments_test_cards()}>
          {PAYMENT_CARDS.map(({ number, does }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => fill(number)}
                className="flex min-h-11 w-full items-center justify-between gap-x-3 rounded-xs px-2 text-start text-sm hover:bg-lifted"
              >
                <span className="shrink-0 font-semibold tabular-nums underline underline-offset-4">{number}</span>
                <span className="text-end text-muted">{does()}</span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <TextField
        label={m.payments_number()}
        required
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder={NUMBER_SHAPE}
        maxLength={25}
        error={errors.number?.message}
        {...register('number')}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={m.payments_expiry()}
          required
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={m.payments_expiry_hint()}
          maxLength={9}
          error={errors.expiry?.message}
          {...register('expiry')}
        />
        <TextField
          label={m.payments_cvc()}
          required
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          error={errors.cvc?.message}
          {...register('cvc')}
        />
      </div>
      <Failure problem={problem} />
      <Button type="submit" variant="primary" size="lg" pending={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
