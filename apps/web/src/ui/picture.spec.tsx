import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from '@jest/globals';
import { Picture } from './picture';

it('shows another picture in the place of one that was broken', () => {
  const { rerender } = render(<Picture src="/objects/a" alt="Fox" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('This picture cannot be shown.')).toBeVisible();
  rerender(<Picture src="/objects/b" alt="Heron" />);
  expect(screen.getByRole('img', { name: 'Heron' })).toHaveAttribute('src', '/objects/b');
  expect(screen.queryByText('This picture cannot be shown.')).toBeNull();
});

it('hides what is still loading, also where another picture was there before', () => {
  const { rerender } = render(<Picture src="/objects/a" alt="Fox" />);
  fireEvent.load(screen.getByRole('img'));
  expect(screen.getByRole('img')).toHaveClass('opacity-100');
  rerender(<Picture src="/objects/b" alt="Heron" />);
  expect(screen.getByRole('img')).toHaveClass('opacity-0');
});
