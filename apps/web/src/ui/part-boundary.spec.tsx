import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, jest } from '@jest/globals';
import { takePageErrors } from '../lib/page-errors';
import { PartBoundary } from './part-boundary';

it('a part that fails does not affect the others, and can be tried again', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  let isBroken = true;
  function StreetMap() {
    if (isBroken) throw new Error('no canvas');
    return <p>streets</p>;
  }
  render(
    <>
      <PartBoundary title="The map could not be shown">
        <StreetMap />
      </PartBoundary>
      <PartBoundary title="The list could not be shown">
        <p>three works</p>
      </PartBoundary>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The map could not be shown');
  expect(screen.getByText('three works')).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('streets')).toBeVisible();
});

it('a part that fails is in the page’s report', () => {
  jest.spyOn(console, 'error').mockReturnValue();
  takePageErrors();
  function StreetMap(): never {
    throw new TypeError('no canvas');
  }
  render(
    <PartBoundary title="The map could not be shown">
      <StreetMap />
    </PartBoundary>,
  );
  expect(takePageErrors()).toEqual([{ name: 'TypeError', place: expect.any(String) }]);
});
