import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { ignoreEnterOfCompositions } from './composition';

beforeAll(ignoreEnterOfCompositions);

it.each([
  ['ends a composition', { isComposing: true }, false],
  ['ends a composition in Safari', { keyCode: 229 }, false],
  ['is pressed by itself', { keyCode: 13 }, true],
] as const)('an Enter that %s', (_, init, acts) => {
  const onKeyDown = jest.fn();
  render(<input aria-label="Text" onKeyDown={onKeyDown} />);
  const event = createEvent.keyDown(screen.getByLabelText('Text'), { key: 'Enter', ...init });
  fireEvent(screen.getByLabelText('Text'), event);
  expect(onKeyDown).toHaveBeenCalledTimes(acts ? 1 : 0);
  // The browser submits the form only where this is not prevented.
  expect(event.defaultPrevented).toBe(!acts);
});
