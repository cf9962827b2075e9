import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, jest } from '@jest/globals';
import { HttpError } from '../api/http';
import { LoadState } from './load-state';

const texts = {
  loading: 'Loading your devices...',
  failed: 'Your devices could not be loaded',
  onRetry: () => undefined,
};

it('says what is read, then nothing once it is there', () => {
  const { rerender, container } = render(<LoadState {...texts} isPending error={null} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading your devices...');
  rerender(<LoadState {...texts} isPending={false} error={null} />);
  expect(container).toBeEmptyDOMElement();
});

it('says why it failed, in the words of the server where there are some, and tries again', async () => {
  const onRetry = jest.fn();
  const { rerender } = render(
    <LoadState {...texts} isPending={false} error={new Error('no connection')} onRetry={onRetry} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your devices could not be loadedCheck your connection and try again.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  rerender(
    <LoadState {...texts} isPending={false} error={new HttpError(503, '{"detail":"Come back in a minute."}', '')} />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Come back in a minute.');
});

it('of a whole screen is visible to all, and of a bar it is one line; without a possible retry there is no button', async () => {
  const onRetry = jest.fn();
  const { rerender } = render(<LoadState {...texts} size="whole" isPending error={null} />);
  expect(screen.getByText('Loading your devices...')).not.toHaveClass('sr-only');
  rerender(
    <LoadState
      {...texts}
      size="line"
      isPending={false}
      error={new HttpError(503, '{"detail":"Come back in a minute."}', '')}
      onRetry={onRetry}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(/^Your devices could not be loadedTry again$/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  rerender(<LoadState {...texts} text="Your browser cannot show them." isPending={false} error onRetry={undefined} />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^Your devices could not be loadedYour browser cannot show them\.$/,
  );
});
