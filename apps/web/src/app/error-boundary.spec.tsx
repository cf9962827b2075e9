import { render, screen } from '@testing-library/react';
import { expect, it, jest } from '@jest/globals';
import { ErrorBoundary } from './error-boundary';

it('a screen that fails shows it and offers to load again', () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const Broken = (): never => {
    throw new Error('boom');
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The paint ran');
  expect(screen.getByRole('button', { name: 'Load again' })).toBeEnabled();
});
