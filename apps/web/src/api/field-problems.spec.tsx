import { zodResolver } from '@hookform/resolvers/zod';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { renderAt } from '../test/render';
import { TextField } from '../ui/field';
import { showFieldProblems } from './field-problems';
import { LIMITS } from './limits';
import { requiredText, textUpTo } from '../lib/form';
import { HttpError } from './http';

const rules = z.object({ name: requiredText(() => 'Enter a name.', 10), city: textUpTo(LIMITS.name) });

/** A form of two fields that the server refuses with `error`. */
function Form({ error }: { error: unknown }) {
  const form = useForm({ resolver: zodResolver(rules), defaultValues: { name: '', city: '' } });
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = form;
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void handleSubmit(() => {
          showFieldProblems(form, error, { codes: { NAME_TAKEN: 'name' } });
        })(event)
      }
    >
      <TextField label="Name" {...register('name')} error={errors.name?.message} />
      <TextField label="City" {...register('city')} error={errors.city?.message} />
      <button type="submit">Save</button>
    </form>
  );
}

const refusal = (problem: object) => new HttpError(422, JSON.stringify(problem), '');
const field = (label: string) => screen.getByLabelText(label);

it("the server's refusals are shown at their fields, the first in the form's order has the focus, and they are announced once", async () => {
  const error = refusal({
    code: 'INVALID',
    errors: [
      { field: 'input.city', code: 'UNKNOWN', detail: 'No such city.' },
      { field: 'name', code: 'RUDE', detail: 'Not that name.' },
      { field: 'other', code: 'X', detail: 'Not of this form.' },
    ],
  });
  const { user } = renderAt('/', <Form error={error} />);
  await user.type(field('Name'), 'Ada');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(field('City')).toHaveAccessibleDescription('No such city.'));
  expect(field('Name')).toHaveAccessibleDescription('Not that name.');
  expect(field('Name')).toHaveFocus();
  expect(screen.getByTestId('announcer')).toHaveTextContent('Not that name. And 1 more field needs a look.');
});

it('a refusal without fields is shown at the field of its code; any other is left to the caller', async () => {
  const { user } = renderAt('/', <Form error={refusal({ code: 'NAME_TAKEN', detail: 'Somebody has it.' })} />);
  await user.type(field('Name'), 'Ada');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Somebody has it.'));
  const form = {
    getValues: () => ({ name: '' }),
    setError: () => {
      throw new Error('There is no field for it.');
    },
  };
  expect(showFieldProblems(form as never, refusal({ code: 'BUSY', detail: 'Later.' }))).toEqual([]);
  expect(showFieldProblems(form as never, new TypeError('Failed to fetch'))).toEqual([]);
});

it('its own errors are in the language of the page', async () => {
  const { user } = renderAt('/', <Form error={null} />);
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Enter a name.'));
  await user.type(field('Name'), 'Much too long');
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('At most 10 characters.'));
  expect(rules.shape.city.safeParse('x'.repeat(121)).error?.issues[0]?.message).toBe('At most 120 characters.');
});
