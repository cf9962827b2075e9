import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from '@jest/globals';
import { renderAt } from '../../test/render';
import { useDraftForm } from './form-draft';
import { clearPersonalData } from './personal-data';
import { userKey } from '../../api/shared-facts';

function Form() {
  const {
    form: { register, handleSubmit },
    clear,
  } = useDraftForm('test', { defaultValues: { text: '' } });
  return (
    <form onSubmit={(event) => void handleSubmit(async () => clear())(event)}>
      <label>
        Text
        <input {...register('text')} />
      </label>
      <button type="submit">Send</button>
    </form>
  );
}

function Stage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      {isOpen && <Form />}
    </>
  );
}

async function open(account: string | null) {
  const view = renderAt('/', <Stage />);
  view.client.setQueryData(userKey, account === null ? null : { id: account });
  await view.user.click(screen.getByRole('button', { name: 'Toggle' }));
  return { ...view, text: screen.getByLabelText('Text') };
}

it('brings back what was typed, in the same tab, for the same account, until it is sent', async () => {
  const first = await open('me');
  await first.user.type(first.text, 'Fox');
  await first.user.click(screen.getByRole('button', { name: 'Toggle' }));
  await first.user.click(screen.getByRole('button', { name: 'Toggle' }));
  expect(screen.getByLabelText('Text')).toHaveValue('Fox');
  first.unmount();

  const other = await open('somebody-else');
  expect(other.text).toHaveValue('');
  other.unmount();

  const again = await open('me');
  expect(again.text).toHaveValue('Fox');
  await again.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

it('is forgotten with the other data of the player', async () => {
  const { user, text } = await open('me');
  await user.type(text, 'Fox');
  expect(sessionStorage).toHaveLength(1);
  await clearPersonalData();
  expect(sessionStorage).toHaveLength(0);
});
