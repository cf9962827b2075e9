import { screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, it, jest } from '@jest/globals';
import { browser } from '../lib/browser';
import { renderAt } from '../test/render';
import { serve } from '../test/server';
import { lazyPart } from './lazy-part';

function stage(load: () => Promise<() => React.ReactNode>) {
  serve({});
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reload = jest.spyOn(browser, 'reload').mockReturnValue();
  const Part = lazyPart(load);
  function Stage() {
    const [text, setText] = useState('');
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Draft" value={text} onChange={(event) => setText(event.target.value)} />
        <button onClick={() => setOpen(!isOpen)}>part</button>
        {isOpen && (
          <Suspense fallback={<p>Loading...</p>}>
            <Part />
          </Suspense>
        )}
      </>
    );
  }
  return { reload, ...renderAt('/', <Stage />) };
}

it('shows that a part did not load beside what was typed, and fetches it again when told to', async () => {
  const load = jest
    .fn<() => Promise<() => React.ReactNode>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => <p>The part</p>);
  const { user, reload } = stage(load);
  await user.type(screen.getByLabelText('Draft'), 'Fox');
  await user.click(screen.getByText('part'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This did not load');
  expect(screen.getByLabelText('Draft')).toHaveValue('Fox');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The part')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Draft')).toHaveValue('Fox');
  expect(reload).not.toHaveBeenCalled();
});

it('tries again by itself where it is opened again', async () => {
  const load = jest
    .fn<() => Promise<() => React.ReactNode>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => <p>The part</p>);
  const { user } = stage(load);
  await user.click(screen.getByText('part'));
  await screen.findByRole('alert');
  await user.click(screen.getByText('part'));
  await user.click(screen.getByText('part'));
  expect(await screen.findByText('The part')).toBeVisible();
});

it("loads the page again by the player's own choice alone", async () => {
  const { user, reload } = stage(() => Promise.reject(new TypeError('Failed to fetch')));
  await user.click(screen.getByText('part'));
  await user.click(await screen.findByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
