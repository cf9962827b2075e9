import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { Announcer } from './announcer';
import { TextField } from './field';

const form = (...errors: (string | undefined)[]) => (
  <>
    {errors.map((error, index) => (
      <TextField key={index} label={`Field ${index}`} error={error} />
    ))}
    <Announcer />
  </>
);

it('an error is said once and belongs to its field', async () => {
  const { rerender } = render(form(undefined, undefined));
  rerender(form(undefined, 'Enter a date.'));
  await waitFor(() => expect(screen.getByTestId('announcer')).toHaveTextContent(/^Enter a date\.$/));
  expect(screen.getByLabelText('Field 1')).toHaveAccessibleDescription('Enter a date.');
  expect(screen.getByLabelText('Field 1')).toBeInvalid();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('several errors of one moment are one announcement', async () => {
  const { rerender } = render(form(undefined, undefined, undefined));
  rerender(form('Enter a name.', 'Enter a date.', 'Enter a city.'));
  await waitFor(() =>
    expect(screen.getByTestId('announcer')).toHaveTextContent('Enter a name. And 2 more fields need a look.'),
  );
});
