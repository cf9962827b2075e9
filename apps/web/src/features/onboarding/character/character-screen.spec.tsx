import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { paths } from '../../../lib/paths';
import { pageSources } from '../../../test/sources';
import { CharacterScreen } from './character-screen';

describe('the character screen', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('lets the player choose an avatar in place of the placeholder [CHAR-01 CHAR-02 CHAR-03]', () => {
    const choose = jest.fn();
    render(<CharacterScreen isShown onChooseAvatar={choose} onComplete={jest.fn()} />);
    expect(screen.getByRole('heading', { name: 'Create Your Artist' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Avatar placeholder' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Choose Avatar' }));
    expect(choose).toHaveBeenCalledTimes(1);
  });

  it('shows an artist on level 1 without discoveries [CHAR-04 CHAR-05]', () => {
    render(<CharacterScreen isShown onChooseAvatar={jest.fn()} onComplete={jest.fn()} />);
    expect(screen.getByText('Discoveries').nextSibling).toHaveTextContent(/^0$/);
    expect(screen.getByText('Level').nextSibling).toHaveTextContent(/^1$/);
  });

  it('shows the starter collection with one slot locked [CHAR-06 CHAR-10]', () => {
    render(<CharacterScreen isShown onChooseAvatar={jest.fn()} onComplete={jest.fn()} />);
    expect(screen.getByText('Starter NFT Collection')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Spray Can', 'Palette', 'Locked']);
  });

  it('creates for 1.5 seconds, then completes once [CHAR-07]', () => {
    const complete = jest.fn();
    render(<CharacterScreen isShown onChooseAvatar={jest.fn()} onComplete={complete} />);
    fireEvent.click(screen.getByRole('button', { name: 'Enter the street' }));
    expect(screen.getByRole('button', { name: 'Creating Character...' })).toBeDisabled();
    act(() => {
      jest.advanceTimersByTime(1_499);
    });
    expect(complete).not.toHaveBeenCalled();
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(complete).toHaveBeenCalledTimes(1);
  });

  it('is shown by its flag alone, which no route of the product sets [CHAR-08 CHAR-09]', () => {
    const { container } = render(<CharacterScreen isShown={false} onChooseAvatar={jest.fn()} onComplete={jest.fn()} />);
    expect(container).toBeEmptyDOMElement();
    const others = pageSources().filter(([file]) => !file.startsWith('features/onboarding/character/'));
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter(([, text]) => text.includes('CharacterScreen'))).toEqual([]);
    expect(Object.values(paths)).not.toContain('/character');
  });
});
