import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../app/paths';
import { CharacterScreen } from './character-screen';

describe('the character screen', () => {
  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => vi.useRealTimers());

  it('CHAR-01 CHAR-02 CHAR-03 CHAR-04 CHAR-05 CHAR-06 CHAR-10 shows the artist to be', () => {
    const choose = vi.fn();
    render(<CharacterScreen isShown onChooseAvatar={choose} onComplete={vi.fn()} />);
    expect(screen.getByRole('heading', { name: 'Create Your Artist' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Avatar placeholder' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Choose Avatar' }));
    expect(choose).toHaveBeenCalledOnce();
    expect(screen.getByText('Discoveries').nextSibling).toHaveTextContent('0');
    expect(screen.getByText('Level').nextSibling).toHaveTextContent('1');
    expect(screen.getByText('Starter NFT Collection')).toBeVisible();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Spray Can', 'Palette', 'Locked']);
  });

  it('CHAR-07 creates for 1.5 seconds, then completes once', () => {
    const complete = vi.fn();
    render(<CharacterScreen isShown onChooseAvatar={vi.fn()} onComplete={complete} />);
    fireEvent.click(screen.getByRole('button', { name: 'Enter the street' }));
    expect(screen.getByRole('button', { name: 'Creating Character...' })).toBeDisabled();
    act(() => { vi.advanceTimersByTime(1_499); });
    expect(complete).not.toHaveBeenCalled();
    act(() => { vi.advanceTimersByTime(1); });
    expect(complete).toHaveBeenCalledOnce();
  });

  it('CHAR-08 CHAR-09 is shown by its flag alone, which no route of the product sets', () => {
    const { container } = render(<CharacterScreen isShown={false} onChooseAvatar={vi.fn()} onComplete={vi.fn()} />);
    expect(container).toBeEmptyDOMElement();
    const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.spec.tsx', '!/src/features/onboarding/character/*'], { query: '?raw', import: 'default', eager: true });
    expect(Object.keys(sources).length).toBeGreaterThan(20);
    expect(Object.entries(sources).filter(([, text]) => text.includes('CharacterScreen'))).toEqual([]);
    expect(Object.values(paths)).not.toContain('/character');
  });
});
