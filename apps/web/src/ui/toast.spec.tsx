import { act, fireEvent, screen } from '@testing-library/react';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderAt } from '../test/render';
import { serve } from '../test/server';
import { dismissToast, toast, useToasts } from './toast';
import { Tooltip, TooltipProvider } from './tooltip';

async function show(title: string) {
  act(() => {
    toast({ title });
  });
  return (await screen.findByText(title)).closest('li')!;
}

function swipe(element: HTMLElement, pixels: number) {
  const at = (clientX: number) => ({ clientX, clientY: 5, button: 0, pointerType: 'touch', pointerId: 1 });
  fireEvent.pointerDown(element, at(10));
  fireEvent.pointerMove(element, at(10 + pixels / 2));
  fireEvent.pointerMove(element, at(10 + pixels));
  fireEvent.pointerUp(element, at(10 + pixels));
}

describe('toasts', () => {
  beforeEach(() => {
    serve({});
    renderAt('/', <p>page</p>);
  });

  it('a new toast takes the place of the old [TOAST-01]', async () => {
    await show('First');
    await show('Second');
    expect(screen.queryByText('First')).toBeNull();
  });

  it('a celebration stays until it is dismissed, but for a failure or another celebration', async () => {
    act(() => void toast({ title: 'Mission complete!', isCelebration: true }));
    const shown = await screen.findByText('Mission complete!');
    act(() => void toast({ title: 'Discovery added' }));
    expect(shown).toBeVisible();
    expect(screen.queryByText('Discovery added')).toBeNull();
    act(() => void toast({ title: 'Failed', variant: 'destructive' }));
    expect(await screen.findByText('Failed')).toBeVisible();
    act(() => void toast({ title: 'Level 2', isCelebration: true }));
    expect(await screen.findByText('Level 2')).toBeVisible();
    act(() => dismissToast());
    await show('Ordinary again');
  });

  it('a swipe of 51 pixels to the right dismisses, one of 49 does not [TOAST-04 TOAST-05]', async () => {
    const element = await show('Swipe me');
    swipe(element, 49);
    expect(element).toHaveAttribute('data-state', 'open');
    swipe(element, 51);
    expect(element).toHaveAttribute('data-state', 'closed');
  });

  it('a swipe to the left does not dismiss [TOAST-04]', async () => {
    const element = await show('Not that way');
    swipe(element, -80);
    expect(element).toHaveAttribute('data-state', 'open');
  });
});

describe('toasts in time', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('a toast is shown for 5000 ms [TOAST-03]', async () => {
    serve({});
    renderAt('/', <p>page</p>);
    await show('Short');
    await act(() => jest.advanceTimersByTimeAsync(4500));
    expect(screen.getByText('Short')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(700));
    expect(screen.queryByText('Short')).toBeNull();
  });

  it('a dismissed toast is forgotten after 1,000,000 ms [TOAST-02]', async () => {
    const { result } = renderHook(() => useToasts());
    act(() => {
      toast({ title: 'Remember' });
    });
    act(() => dismissToast());
    await act(() => jest.advanceTimersByTimeAsync(999_000));
    expect(result.current).toMatchObject([{ title: 'Remember', open: false }]);
    await act(() => jest.advanceTimersByTimeAsync(1_100));
    expect(result.current).toEqual([]);
  });
});

describe('tooltips', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const open = () => {
    serve({});
    renderAt(
      '/',
      <TooltipProvider>
        <Tooltip label="First tip">
          <button>one</button>
        </Tooltip>
        <Tooltip label="Second tip">
          <button>two</button>
        </Tooltip>
      </TooltipProvider>,
    );
  };
  const enter = (name: string) => fireEvent.pointerMove(screen.getByText(name), { pointerType: 'mouse' });
  const leave = (name: string) => {
    fireEvent.pointerLeave(screen.getByText(name), { pointerType: 'mouse' });
    // Away from the tooltip too, which may be hovered.
    fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 900, clientY: 900 });
  };
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('a tooltip opens after 700 ms [TOAST-07]', async () => {
    open();
    enter('one');
    await wait(600);
    expect(screen.queryByRole('tooltip')).toBeNull();
    await wait(150);
    expect(screen.getByRole('tooltip')).toHaveTextContent('First tip');
  });

  it('within 300 ms after one tooltip the next opens at once, later it waits again [TOAST-08]', async () => {
    open();
    enter('one');
    await wait(750);
    leave('one');
    await wait(200);
    enter('two');
    await wait(20);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Second tip');
    leave('two');
    await wait(400);
    enter('one');
    await wait(100);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
