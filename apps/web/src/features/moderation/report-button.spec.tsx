import { screen, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { GraphProvider } from '../../api/graph-client';
import { player } from '../../test/home';
import { renderAt } from '../../test/render';
import { problem, serve, signedOut } from '../../test/server';
import { TooltipProvider } from '../../ui/tooltip';
import { ReportButton } from './report-button';

const subject = { kind: 'player', id: 'p9' } as const;
type Responses = Parameters<typeof serve>[0];
async function open(responses: Responses = {}) {
  const calls = serve({ 'GET /api/auth/user': player, ...responses });
  const view = renderAt(
    '/players/ann',
    <GraphProvider>
      <TooltipProvider>
        <ReportButton subject={subject} of="ann" />
      </TooltipProvider>
    </GraphProvider>,
  );
  await view.user.click(await screen.findByRole('button', { name: 'Report ann' }));
  return { calls, ...view };
}

describe('a report', () => {
  it('of a guest begins with signing in, and comes back here', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    await open({ 'GET /api/auth/user': signedOut() });
    expect(goTo).toHaveBeenLastCalledWith('/api/login?returnTo=%2Fplayers%2Fann');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('needs a reason, and a note where no reason fits; a refusal is said, and once it is sent, the dialog closes', async () => {
    let response: object = problem(429, 'RATE_LIMITED', 'You have reported a lot today.');
    const { calls, user } = await open({ 'mutation report': () => response });
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this' }));
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findAllByText('Choose a reason.')).toHaveLength(2);
    expect(dialog.getByLabelText(/^What is wrong/)).toHaveFocus();
    await user.click(dialog.getByLabelText(/^What is wrong/));
    await user.click(screen.getByRole('option', { name: 'Something else' }));
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText('Please say what is wrong.')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Note/), 'Odd.');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('You have reported a lot today.');
    response = { isRepeated: false };
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Report sent')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.at(-1)!.body).toEqual({ input: { subject, reason: 'other', note: 'Odd.' } });
  });

  it('that is repeated says so', async () => {
    const { user } = await open({ 'mutation report': { isRepeated: true } });
    await user.click(await screen.findByLabelText(/^What is wrong/));
    await user.click(screen.getByRole('option', { name: 'Spam' }));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('You have already reported this')).toBeVisible();
  });
});
