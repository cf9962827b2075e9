import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { useDraft } from '../../lib/hidden-draft';
import { chooseLanguage, useLanguage } from '../../lib/language';
import { newQueryClient } from '../../api/query';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import { TooltipProvider } from '../../ui/tooltip';
import { MenuButton } from '../../app/layout/menu-button';
import { LanguageSwitch } from './language-switch';

afterEach(() => {
  chooseLanguage('en');
  document.cookie = 'sprayhunt-language=; path=/; max-age=0';
});

/** As the app does: another language mounts everything anew. */
function Stage({ children }: { children: () => ReactNode }) {
  const language = useLanguage();
  return <div key={language}>{children()}</div>;
}
const hint = (value: 'yes' | 'no') => {
  document.cookie = `sprayhunt-signed-in=${value}; path=/`;
};
beforeEach(() => hint('yes'));
const theSwitch = () => screen.getByRole<HTMLSelectElement>('combobox');

it('names each language by itself, and keeps the choice and the focus', async () => {
  hint('no');
  const calls = serve({});
  const { user } = renderAt('/merch', <Stage>{() => <LanguageSwitch position="screen" />}</Stage>);
  expect([...theSwitch().options].map(({ label, lang }) => [label, lang])).toEqual([
    ['English', 'en'],
    ['Français', 'fr'],
    ['Español', 'es'],
    ['Deutsch', 'de'],
  ]);
  expect(theSwitch()).toHaveAccessibleName('Language');
  await user.selectOptions(theSwitch(), 'Français');
  expect(theSwitch()).toHaveAccessibleName('Langue');
  expect(theSwitch()).toHaveValue('fr');
  expect(theSwitch()).toHaveFocus();
  expect(document.documentElement.lang).toBe('fr');
  expect(document.cookie).toContain('sprayhunt-language=fr');
  expect(calls).toEqual([]);
});

it('leaves the menu open in which it was used, with the focus on it', async () => {
  serve({});
  const { user } = renderAt(
    '/merch',
    <Stage>
      {() => (
        <TooltipProvider>
          <MenuButton />
        </TooltipProvider>
      )}
    </Stage>,
  );
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.selectOptions(theSwitch(), 'Deutsch');
  expect(await screen.findByRole('dialog', { name: 'Menü' })).toBeInTheDocument();
  await waitFor(() => expect(theSwitch()).toHaveFocus());
});

it('waits while something is typed that the screens would lose', () => {
  serve({});
  function Picking() {
    useDraft(true);
    return null;
  }
  const { rerender } = renderAt('/home', <Picking />);
  rerender(
    <QueryClientProvider client={newQueryClient()}>
      <Picking />
      <LanguageSwitch position="menu" />
    </QueryClientProvider>,
  );
  expect(theSwitch()).toBeDisabled();
  expect(theSwitch()).toHaveAccessibleDescription('Finish or cancel what you are documenting first.');
});

it("makes it the language of a player's account, and the last choice is the one that stays", async () => {
  const saved: unknown[] = [];
  serve({
    'GET /api/auth/user': { id: 'p1', username: 'jo', status: 'verified' },
    'mutation setLanguage': ({ body }) => (saved.push(body), (body as { language: string }).language),
  });
  const { user } = renderAt('/merch', <Stage>{() => <LanguageSwitch position="screen" />}</Stage>);
  await user.selectOptions(theSwitch(), 'Español');
  await user.selectOptions(theSwitch(), 'Deutsch');
  await waitFor(() => expect(saved).toEqual([{ language: 'es' }, { language: 'de' }]));
});

it('says so when the account did not get it', async () => {
  serve({ 'mutation setLanguage': problem(503, 'UNAVAILABLE', 'Not now.') });
  const { user } = renderAt('/merch', <Stage>{() => <LanguageSwitch position="screen" />}</Stage>);
  await user.selectOptions(theSwitch(), 'Deutsch');
  expect(await screen.findByText('Sprache nicht gespeichert')).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('de');
});
