import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from '@jest/globals';
import { Dialog } from './dialog';

function Stage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <main tabIndex={-1} />
      <Dialog open={isOpen} onOpenChange={setOpen} isUnsaved={() => true} title="Form">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

it('asks before it discards what was typed; the focus returns to the form, or to where the form was opened', async () => {
  const user = userEvent.setup();
  render(<Stage />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByLabelText('Name'));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});
