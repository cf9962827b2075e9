import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, jest } from '@jest/globals';
import { ConfirmDialog } from './confirm-dialog';

const open = (props: { pending?: boolean; error?: string } = {}) => {
  const [onConfirm, onClose] = [jest.fn(), jest.fn()];
  render(
    <ConfirmDialog
      title="Remove this work?"
      text="It cannot be brought back."
      confirmLabel="Remove"
      cancelLabel="Keep it"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    />,
  );
  return { onConfirm, onClose };
};

it('does it only by its own button; the other, Escape and the corner close', async () => {
  const { onConfirm, onClose } = open();
  expect(screen.getByRole('dialog', { name: 'Remove this work?' })).toHaveAccessibleDescription(
    'It cannot be brought back.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 3]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 3]);
});

it('stays while it is being done', async () => {
  const { onConfirm, onClose } = open({ pending: true });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0]);
});

it('says why it could not be done', () => {
  open({ error: 'Come back in a minute.' });
  expect(screen.getByRole('alert')).toHaveTextContent('Come back in a minute.');
});
